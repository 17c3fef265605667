// RUN: compile --plan-for=any --target=cpu --emit=html

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @from_2_to_1(%own: f32, %r0: memref<64xf32>, %r1: memref<64xf32>, %w0: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %half = arith.constant 0.5 : f32
      %v0 = memref.load %r0[%i] : memref<64xf32>
      %h0 = arith.mulf %own, %half : f32
      %s0 = arith.addf %h0, %v0 : f32
      %v1 = memref.load %r1[%i] : memref<64xf32>
      %h1 = arith.mulf %s0, %half : f32
      %s1 = arith.addf %h1, %v1 : f32
      %x0 = arith.mulf %s1, %half : f32
      memref.store %x0, %w0[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<64xf32> {llvm.noalias, warpline.input = "rand:0"},
                  %w1: memref<64xf32> {llvm.noalias, warpline.input = "rand:1"},
                  %w2: memref<64xf32> {llvm.noalias, warpline.input = "rand:2"},
                  %c: memref<64xf32> {llvm.noalias, warpline.input = "rand:3"}) {
    %one = arith.constant 1 : index
    %size = arith.constant 64 : index
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    %own0 = arith.constant 0.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %x : memref<64xf32>, %w1 : memref<64xf32>, %a : memref<64xf32>)
    %own1 = arith.constant 1.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %x : memref<64xf32>, %w2 : memref<64xf32>, %b : memref<64xf32>)
    %own2 = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %a : memref<64xf32>, %b : memref<64xf32>, %c : memref<64xf32>)
    memref.dealloc %a : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
    return
  }
}

// OUT: <!doctype html>
// OUT: <html lang="en"><head><meta charset="utf-8"><title>show_html.mlir</title><style>
// OUT: :root { color-scheme: light dark; --back: #fff; --text: #1c2430; --faint: #6a7585; --line: #dde2e9; --lane: #f5f7fa;
// OUT:   --op: #c9dcf2; --op-edge: #5b86b8; --path: #f7c48b; --path-edge: #b86d1c; --wait: #b3362f; --mark: #fff3bf; }
// OUT: @media (prefers-color-scheme: dark) { :root { --back: #14181f; --text: #dfe5ee; --faint: #8b97a8; --line: #2b3340;
// OUT:   --lane: #1b212b; --op: #29466b; --op-edge: #6f9fd8; --path: #7a4a17; --path-edge: #e0a058; --wait: #ff8078; --mark: #4a4010; } }
// OUT: body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 1180px; padding: 0 1em; background: var(--back); color: var(--text); }
// OUT: h1 { font-size: 1.4em; } h2 { font-size: 1.15em; margin-top: 2em; }
// OUT: dl { display: flex; flex-wrap: wrap; gap: 0.5em 2em; margin: 0.5em 0 1em; }
// OUT: dt { color: var(--faint); font-size: 0.8em; } dd { margin: 0; font-weight: 600; }
// OUT: .time { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
// OUT: svg { display: block; font: 12px system-ui, sans-serif; }
// OUT: svg text { fill: var(--text); } svg .axis { fill: var(--faint); } svg .grid { stroke: var(--line); } svg .lane { fill: var(--lane); }
// OUT: .op rect { fill: var(--op); stroke: var(--op-edge); } .op.path rect { fill: var(--path); stroke: var(--path-edge); }
// OUT: .op:hover rect, .op.near rect { stroke-width: 2.5; } .op text { pointer-events: none; }
// OUT: .wait { fill: none; stroke: var(--wait); stroke-width: 1.4; opacity: 0.75; } .dim .wait:not(.near) { opacity: 0.12; }
// OUT: .wait.near { stroke-width: 2.5; opacity: 1; } #head path { fill: var(--wait); }
// OUT: .legend { color: var(--faint); font-size: 0.85em; } .legend b { display: inline-block; width: 1.1em; height: 0.8em; border: 1px solid var(--op-edge); background: var(--op); margin: 0 0.3em 0 1em; }
// OUT: .legend b.path { border-color: var(--path-edge); background: var(--path); } .legend i { display: inline-block; width: 1.4em; border-top: 2px solid var(--wait); margin: 0 0.3em 0.25em 1em; }
// OUT: table { border-collapse: collapse; font-size: 0.9em; } td, th { text-align: left; padding: 0.15em 0.8em 0.15em 0; border-bottom: 1px solid var(--line); vertical-align: top; }
// OUT: th { color: var(--faint); font-weight: 400; } tr.path td:first-child { border-left: 3px solid var(--path-edge); padding-left: 0.5em; } a { color: inherit; }
// OUT: pre { font: 12.5px/1.5 ui-monospace, monospace; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: 0.6em 0; counter-reset: line; }
// OUT: pre span { display: block; padding-right: 1em; min-width: max-content; } pre span:target { background: var(--mark); }
// OUT: pre a { display: inline-block; width: 4em; text-align: right; margin-right: 1em; color: var(--faint); text-decoration: none; } pre .work { background: var(--lane); }
// OUT: #tip { position: fixed; display: none; white-space: pre; pointer-events: none; max-width: 60em; padding: 0.4em 0.7em; border-radius: 4px; background: var(--text); color: var(--back); font-size: 13px; z-index: 1; }
// OUT: </style></head>
// OUT: <body>
// OUT: <h1>show_html.mlir</h1>
// OUT: <h2>@main</h2>
// OUT: <dl>
// OUT: <div><dt>operations</dt><dd>3</dd></div>
// OUT: <div><dt>could run concurrently</dt><dd>2</dd></div>
// OUT: <div><dt>streams</dt><dd>2</dd></div>
// OUT: <div><dt>waits</dt><dd>1</dd></div>
// OUT: <div><dt>target</dt><dd>any</dd></div>
// OUT: <div><dt>predicted</dt><dd>5.6 µs</dd></div>
// OUT: <div><dt>on one stream</dt><dd>6.2 µs</dd></div>
// OUT: <div><dt>critical path</dt><dd>4.1 µs</dd></div>
// OUT: </dl>
// OUT: <div class="time"><svg width="1178" height="112"><defs><marker id="head" markerWidth="7" markerHeight="7" refX="6" refY="3.5" orient="auto"><path d="M0,0 L7,3.5 L0,7 z"/></marker></defs>
// OUT: <rect class="lane" x="0" y="26" width="1178" height="40"/><text x="10" y="50">s0</text>
// OUT: <rect class="lane" x="0" y="70" width="1178" height="40"/><text x="10" y="94">s1</text>
// OUT: <line class="grid" x1="40.0" y1="24" x2="40.0" y2="112"/><text class="axis" x="43.0" y="16">0 µs</text>
// OUT: <line class="grid" x1="239.7" y1="24" x2="239.7" y2="112"/><text class="axis" x="242.7" y="16">1 µs</text>
// OUT: <line class="grid" x1="439.3" y1="24" x2="439.3" y2="112"/><text class="axis" x="442.3" y="16">2 µs</text>
// OUT: <line class="grid" x1="639.0" y1="24" x2="639.0" y2="112"/><text class="axis" x="642.0" y="16">3 µs</text>
// OUT: <line class="grid" x1="838.7" y1="24" x2="838.7" y2="112"/><text class="axis" x="841.7" y="16">4 µs</text>
// OUT: <line class="grid" x1="1038.4" y1="24" x2="1038.4" y2="112"/><text class="axis" x="1041.4" y="16">5 µs</text>
// OUT: <a class="op" href="#L28" data-op="0" data-tip="0: @kernels::@from_2_to_1
// OUT: line 28, s0, 0.0 to 2.1 µs"><rect x="40.0" y="31" width="414.2" height="30" rx="3"/><text x="44.0" y="50">0 @from_2_to_1</text></a>
// OUT: <a class="op path" href="#L30" data-op="1" data-tip="1: @kernels::@from_2_to_1
// OUT: line 30, s1, 0.0 to 2.1 µs
// OUT: on the critical path"><rect x="40.0" y="75" width="414.2" height="30" rx="3"/><text x="44.0" y="94">1 @from_2_to_1</text></a>
// OUT: <a class="op path" href="#L32" data-op="2" data-tip="2: @kernels::@from_2_to_1
// OUT: line 32, s0, 3.6 to 5.6 µs
// OUT: on the critical path"><rect x="753.8" y="31" width="414.2" height="30" rx="3"/><text x="757.8" y="50">2 @from_2_to_1</text></a>
// OUT: <path class="wait" marker-end="url(#head)" data-ends="1 2" data-tip="2 waits for 1: both touch %b, line 26 (2 reads what 1 writes)" d="M454.2,90 C604.0,90 604.0,46 753.8,46"/>
// OUT: </svg></div>
// OUT: <p class="legend"><b></b>operation<b class="path"></b>on the critical path<i></i>waits for</p>
// OUT: <details open><summary>Why not concurrently</summary>
// OUT: <table>
// OUT: <tr><th>operation</th><th></th><th>earlier one</th><th>why</th></tr>
// OUT: <tr><td><a href="#L32">2 @kernels::@from_2_to_1</a></td><td>follows</td><td><a href="#L28">0 @kernels::@from_2_to_1</a></td><td>both touch %a, line 25 (2 reads what 0 writes)</td></tr>
// OUT: <tr class="path"><td><a href="#L32">2 @kernels::@from_2_to_1</a></td><td>waits for</td><td><a href="#L30">1 @kernels::@from_2_to_1</a></td><td>both touch %b, line 26 (2 reads what 1 writes)</td></tr>
// OUT: </table></details>
// OUT: <h2>Source</h2>
// OUT: <pre><span id="L1"><a href="#L1">1</a>// RUN: compile --plan-for=any --target=cpu --emit=html
// OUT: </span><span id="L2"><a href="#L2">2</a>
// OUT: </span><span id="L3"><a href="#L3">3</a>module attributes {gpu.container_module} {
// OUT: </span><span id="L4"><a href="#L4">4</a>  gpu.module @kernels {
// OUT: </span><span id="L5"><a href="#L5">5</a>    gpu.func @from_2_to_1(%own: f32, %r0: memref&lt;64xf32&gt;, %r1: memref&lt;64xf32&gt;, %w0: memref&lt;64xf32&gt;) kernel {
// OUT: </span><span id="L6"><a href="#L6">6</a>      %i = gpu.thread_id x
// OUT: </span><span id="L7"><a href="#L7">7</a>      %half = arith.constant 0.5 : f32
// OUT: </span><span id="L8"><a href="#L8">8</a>      %v0 = memref.load %r0[%i] : memref&lt;64xf32&gt;
// OUT: </span><span id="L9"><a href="#L9">9</a>      %h0 = arith.mulf %own, %half : f32
// OUT: </span><span id="L10"><a href="#L10">10</a>      %s0 = arith.addf %h0, %v0 : f32
// OUT: </span><span id="L11"><a href="#L11">11</a>      %v1 = memref.load %r1[%i] : memref&lt;64xf32&gt;
// OUT: </span><span id="L12"><a href="#L12">12</a>      %h1 = arith.mulf %s0, %half : f32
// OUT: </span><span id="L13"><a href="#L13">13</a>      %s1 = arith.addf %h1, %v1 : f32
// OUT: </span><span id="L14"><a href="#L14">14</a>      %x0 = arith.mulf %s1, %half : f32
// OUT: </span><span id="L15"><a href="#L15">15</a>      memref.store %x0, %w0[%i] : memref&lt;64xf32&gt;
// OUT: </span><span id="L16"><a href="#L16">16</a>      gpu.return
// OUT: </span><span id="L17"><a href="#L17">17</a>    }
// OUT: </span><span id="L18"><a href="#L18">18</a>  }
// OUT: </span><span id="L19"><a href="#L19">19</a>  func.func @main(%x: memref&lt;64xf32&gt; {llvm.noalias, warpline.input = &quot;rand:0&quot;},
// OUT: </span><span id="L20"><a href="#L20">20</a>                  %w1: memref&lt;64xf32&gt; {llvm.noalias, warpline.input = &quot;rand:1&quot;},
// OUT: </span><span id="L21"><a href="#L21">21</a>                  %w2: memref&lt;64xf32&gt; {llvm.noalias, warpline.input = &quot;rand:2&quot;},
// OUT: </span><span id="L22"><a href="#L22">22</a>                  %c: memref&lt;64xf32&gt; {llvm.noalias, warpline.input = &quot;rand:3&quot;}) {
// OUT: </span><span id="L23"><a href="#L23">23</a>    %one = arith.constant 1 : index
// OUT: </span><span id="L24"><a href="#L24">24</a>    %size = arith.constant 64 : index
// OUT: </span><span id="L25"><a href="#L25">25</a>    %a = memref.alloc() : memref&lt;64xf32&gt;
// OUT: </span><span id="L26"><a href="#L26">26</a>    %b = memref.alloc() : memref&lt;64xf32&gt;
// OUT: </span><span id="L27"><a href="#L27">27</a>    %own0 = arith.constant 0.0 : f32
// OUT: </span><span id="L28" class="work"><a href="#L28">28</a>    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %x : memref&lt;64xf32&gt;, %w1 : memref&lt;64xf32&gt;, %a : memref&lt;64xf32&gt;)
// OUT: </span><span id="L29"><a href="#L29">29</a>    %own1 = arith.constant 1.0 : f32
// OUT: </span><span id="L30" class="work"><a href="#L30">30</a>    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %x : memref&lt;64xf32&gt;, %w2 : memref&lt;64xf32&gt;, %b : memref&lt;64xf32&gt;)
// OUT: </span><span id="L31"><a href="#L31">31</a>    %own2 = arith.constant 2.0 : f32
// OUT: </span><span id="L32" class="work"><a href="#L32">32</a>    gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %a : memref&lt;64xf32&gt;, %b : memref&lt;64xf32&gt;, %c : memref&lt;64xf32&gt;)
// OUT: </span><span id="L33"><a href="#L33">33</a>    memref.dealloc %a : memref&lt;64xf32&gt;
// OUT: </span><span id="L34"><a href="#L34">34</a>    memref.dealloc %b : memref&lt;64xf32&gt;
// OUT: </span><span id="L35"><a href="#L35">35</a>    return
// OUT: </span><span id="L36"><a href="#L36">36</a>  }
// OUT: </span><span id="L37"><a href="#L37">37</a>}
// OUT: </span></pre>
// OUT: <div id="tip"></div>
// OUT: <script>
// OUT: const tip = document.getElementById('tip');
// OUT: const near = (from) => [...from.closest('svg').querySelectorAll('.wait, .op')].filter((other) => {
// OUT:   const ends = from.dataset.ends ? from.dataset.ends.split(' ') : [from.dataset.op];
// OUT:   return other.dataset.ends ? other.dataset.ends.split(' ').some((end) => ends.length < 2 && ends.includes(end)) || other === from
// OUT:                             : ends.includes(other.dataset.op);
// OUT: });
// OUT: for (const part of document.querySelectorAll('[data-tip]')) {
// OUT:   part.addEventListener('mousemove', (event) => {
// OUT:     tip.textContent = part.dataset.tip;
// OUT:     tip.style.display = 'block';
// OUT:     tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + 'px';
// OUT:     tip.style.top = Math.min(event.clientY + 14, innerHeight - tip.offsetHeight - 8) + 'px';
// OUT:   });
// OUT:   part.addEventListener('mouseenter', () => {
// OUT:     part.closest('svg').classList.add('dim');
// OUT:     near(part).forEach((other) => other.classList.add('near'));
// OUT:   });
// OUT:   part.addEventListener('mouseleave', () => {
// OUT:     tip.style.display = 'none';
// OUT:     part.closest('svg').classList.remove('dim');
// OUT:     document.querySelectorAll('.near').forEach((other) => other.classList.remove('near'));
// OUT:   });
// OUT: }
// OUT: </script>
// OUT: </body></html>
