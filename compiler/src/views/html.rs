//! A page that needs nothing else: streams as lanes over predicted time, waits as arrows, the longest path marked, and
//! each operation linked to its line of the source below.

use std::fmt::Write as _;

use warpline_passes::schedule::plan::Plan;

use super::{Views, device_nodes};

/// Pixels of a lane.
const LANE: f64 = 44.0;
/// Pixels of the whole time.
const WIDTH: f64 = 1000.0;
/// Pixels left of the lanes.
const MARGIN: f64 = 40.0;

const STYLE: &str = "body{font:14px sans-serif;margin:2em}pre{line-height:1.4}pre a{color:#999;text-decoration:none}\
pre :target,pre span:target{background:#fe9}rect{fill:#cde;stroke:#468}rect.critical{fill:#fca;stroke:#a52}\
text{font-size:11px}path{fill:none;stroke:#c33}";

/// The page of all functions.
pub fn html(views: &Views<'_>) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>{STYLE}</style></head>\
         <body>\n<h1>{0}</h1>\n",
        escaped(&views.source.name)
    );
    for plan in &views.plans {
        write_plan(&mut out, views, plan);
    }
    out.push_str("<h2>Source</h2>\n<pre>\n");
    for (index, line) in views.source.text.lines().enumerate() {
        let number = index + 1;
        let _ = writeln!(
            out,
            "<span id=\"L{number}\"><a href=\"#L{number}\">{number:5}</a> {}</span>",
            escaped(line)
        );
    }
    out.push_str("</pre>\n</body></html>\n");
    out
}

fn write_plan(out: &mut String, views: &Views<'_>, plan: &Plan) {
    let figures = plan.figures();
    let _ = writeln!(
        out,
        "<h2>@{}</h2>\n<p>{} operations on {} streams, {} waits; predicted {:.1} µs, {:.1} µs on one stream, at least {:.1} \
         µs</p>",
        escaped(&plan.name),
        figures.n,
        plan.streams.count,
        plan.n_waits(),
        figures.makespan,
        figures.sequential,
        figures.critical_path
    );
    let times = plan.times();
    let is_critical = plan.critical_nodes();
    let end = figures.makespan.max(1.0);
    let x = |time: f64| MARGIN + time / end * WIDTH;
    let y = |stream: usize| stream as f64 * LANE;
    let height = y(plan.streams.count);
    let width = WIDTH + 2.0 * MARGIN;
    let _ = writeln!(
        out,
        "<svg width=\"{width}\" height=\"{height}\"><defs><marker id=\"head\" markerWidth=\"6\" markerHeight=\"6\" refX=\"5\" \
         refY=\"3\" orient=\"auto\"><path d=\"M0,0 L6,3 L0,6\"/></marker></defs>"
    );
    for stream in 0..plan.streams.count {
        let _ = writeln!(out, "<text x=\"4\" y=\"{:.1}\">s{stream}</text>", y(stream) + LANE / 2.0);
    }
    for node in device_nodes(plan).filter(|node| plan.program.nodes[*node].kind.is_compute()) {
        let (start, stop) = times[node];
        let (line, label) = (views.line(plan, node), escaped(&views.label(plan, node)));
        let class = if is_critical[node] { " class=\"critical\"" } else { "" };
        let (left, top) = (x(start), y(plan.streams.of[node]) + 6.0);
        let _ = writeln!(
            out,
            "<a href=\"#L{line}\"><rect{class} x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{node}: \
             {label}, line {line}, {start:.1} to {stop:.1} µs</title></rect><text x=\"{:.1}\" y=\"{:.1}\">{node}</text></a>",
            (x(stop) - left).max(2.0),
            LANE - 12.0,
            left + 3.0,
            top + 14.0
        );
    }
    for (from, to) in plan.edges() {
        let (a, b) = (plan.streams.of[from], plan.streams.of[to]);
        if a != b {
            let _ = writeln!(
                out,
                "<path marker-end=\"url(#head)\" d=\"M{:.1},{:.1} L{:.1},{:.1}\"><title>{to} waits for {from}: {}</title></path>",
                x(times[from].1),
                y(a) + LANE / 2.0,
                x(times[to].0),
                y(b) + LANE / 2.0,
                escaped(&views.reason(plan, from, to))
            );
        }
    }
    out.push_str("</svg>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
