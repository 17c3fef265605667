// RUN: compile --target=cpu --emit=html

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
// OUT: <html lang="en"><head><meta charset="utf-8"><title>show_html.mlir</title><style>body{font:14px sans-serif;margin:2em}pre{line-height:1.4}pre a{color:#999;text-decoration:none}pre :target,pre span:target{background:#fe9}rect{fill:#cde;stroke:#468}rect.critical{fill:#fca;stroke:#a52}text{font-size:11px}path{fill:none;stroke:#c33}</style></head><body>
// OUT: <h1>show_html.mlir</h1>
// OUT: <h2>@main</h2>
// OUT: <p>3 operations on 2 streams, 1 waits; predicted 5.5 µs, 6.0 µs on one stream, at least 4.0 µs</p>
// OUT: <svg width="1080" height="88"><defs><marker id="head" markerWidth="6" markerHeight="6" refX="5" refY="3" orient="auto"><path d="M0,0 L6,3 L0,6"/></marker></defs>
// OUT: <text x="4" y="22.0">s0</text>
// OUT: <text x="4" y="66.0">s1</text>
// OUT: <a href="#L28"><rect class="critical" x="40.0" y="6.0" width="363.7" height="32.0"><title>2: gpu.launch_func @kernels::@from_2_to_1, line 28, 0.0 to 2.0 µs</title></rect><text x="43.0" y="20.0">2</text></a>
// OUT: <a href="#L30"><rect x="40.0" y="50.0" width="363.7" height="32.0"><title>3: gpu.launch_func @kernels::@from_2_to_1, line 30, 0.0 to 2.0 µs</title></rect><text x="43.0" y="64.0">3</text></a>
// OUT: <a href="#L32"><rect class="critical" x="676.3" y="6.0" width="363.7" height="32.0"><title>4: gpu.launch_func @kernels::@from_2_to_1, line 32, 3.5 to 5.5 µs</title></rect><text x="679.3" y="20.0">4</text></a>
// OUT: <path marker-end="url(#head)" d="M403.7,66.0 L676.3,22.0"><title>4 waits for 3: both touch the buffer of line 26</title></path>
// OUT: </svg>
// OUT: <h2>Source</h2>
// OUT: <pre>
// OUT: <span id="L1"><a href="#L1">    1</a> // RUN: compile --target=cpu --emit=html</span>
// OUT: <span id="L2"><a href="#L2">    2</a> </span>
// OUT: <span id="L3"><a href="#L3">    3</a> module attributes {gpu.container_module} {</span>
// OUT: <span id="L4"><a href="#L4">    4</a>   gpu.module @kernels {</span>
// OUT: <span id="L5"><a href="#L5">    5</a>     gpu.func @from_2_to_1(%own: f32, %r0: memref&lt;64xf32&gt;, %r1: memref&lt;64xf32&gt;, %w0: memref&lt;64xf32&gt;) kernel {</span>
// OUT: <span id="L6"><a href="#L6">    6</a>       %i = gpu.thread_id x</span>
// OUT: <span id="L7"><a href="#L7">    7</a>       %half = arith.constant 0.5 : f32</span>
// OUT: <span id="L8"><a href="#L8">    8</a>       %v0 = memref.load %r0[%i] : memref&lt;64xf32&gt;</span>
// OUT: <span id="L9"><a href="#L9">    9</a>       %h0 = arith.mulf %own, %half : f32</span>
// OUT: <span id="L10"><a href="#L10">   10</a>       %s0 = arith.addf %h0, %v0 : f32</span>
// OUT: <span id="L11"><a href="#L11">   11</a>       %v1 = memref.load %r1[%i] : memref&lt;64xf32&gt;</span>
// OUT: <span id="L12"><a href="#L12">   12</a>       %h1 = arith.mulf %s0, %half : f32</span>
// OUT: <span id="L13"><a href="#L13">   13</a>       %s1 = arith.addf %h1, %v1 : f32</span>
// OUT: <span id="L14"><a href="#L14">   14</a>       %x0 = arith.mulf %s1, %half : f32</span>
// OUT: <span id="L15"><a href="#L15">   15</a>       memref.store %x0, %w0[%i] : memref&lt;64xf32&gt;</span>
// OUT: <span id="L16"><a href="#L16">   16</a>       gpu.return</span>
// OUT: <span id="L17"><a href="#L17">   17</a>     }</span>
// OUT: <span id="L18"><a href="#L18">   18</a>   }</span>
// OUT: <span id="L19"><a href="#L19">   19</a>   func.func @main(%x: memref&lt;64xf32&gt; {llvm.noalias, warpline.input = &quot;rand:0&quot;},</span>
// OUT: <span id="L20"><a href="#L20">   20</a>                   %w1: memref&lt;64xf32&gt; {llvm.noalias, warpline.input = &quot;rand:1&quot;},</span>
// OUT: <span id="L21"><a href="#L21">   21</a>                   %w2: memref&lt;64xf32&gt; {llvm.noalias, warpline.input = &quot;rand:2&quot;},</span>
// OUT: <span id="L22"><a href="#L22">   22</a>                   %c: memref&lt;64xf32&gt; {llvm.noalias, warpline.input = &quot;rand:3&quot;}) {</span>
// OUT: <span id="L23"><a href="#L23">   23</a>     %one = arith.constant 1 : index</span>
// OUT: <span id="L24"><a href="#L24">   24</a>     %size = arith.constant 64 : index</span>
// OUT: <span id="L25"><a href="#L25">   25</a>     %a = memref.alloc() : memref&lt;64xf32&gt;</span>
// OUT: <span id="L26"><a href="#L26">   26</a>     %b = memref.alloc() : memref&lt;64xf32&gt;</span>
// OUT: <span id="L27"><a href="#L27">   27</a>     %own0 = arith.constant 0.0 : f32</span>
// OUT: <span id="L28"><a href="#L28">   28</a>     gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own0 : f32, %x : memref&lt;64xf32&gt;, %w1 : memref&lt;64xf32&gt;, %a : memref&lt;64xf32&gt;)</span>
// OUT: <span id="L29"><a href="#L29">   29</a>     %own1 = arith.constant 1.0 : f32</span>
// OUT: <span id="L30"><a href="#L30">   30</a>     gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own1 : f32, %x : memref&lt;64xf32&gt;, %w2 : memref&lt;64xf32&gt;, %b : memref&lt;64xf32&gt;)</span>
// OUT: <span id="L31"><a href="#L31">   31</a>     %own2 = arith.constant 2.0 : f32</span>
// OUT: <span id="L32"><a href="#L32">   32</a>     gpu.launch_func @kernels::@from_2_to_1 blocks in (%one, %one, %one) threads in (%size, %one, %one) args(%own2 : f32, %a : memref&lt;64xf32&gt;, %b : memref&lt;64xf32&gt;, %c : memref&lt;64xf32&gt;)</span>
// OUT: <span id="L33"><a href="#L33">   33</a>     memref.dealloc %a : memref&lt;64xf32&gt;</span>
// OUT: <span id="L34"><a href="#L34">   34</a>     memref.dealloc %b : memref&lt;64xf32&gt;</span>
// OUT: <span id="L35"><a href="#L35">   35</a>     return</span>
// OUT: <span id="L36"><a href="#L36">   36</a>   }</span>
// OUT: <span id="L37"><a href="#L37">   37</a> }</span>
// OUT: </pre>
// OUT: </body></html>
