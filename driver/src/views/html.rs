//! Renders a self-contained page: streams as lanes over predicted time, waits as arrows, the critical path
//! highlighted, the reasons why work does not overlap, and each operation linked to its line of the source
//! below. It follows the light or dark colours of the browser; without scripts only the tooltips are missing.

use std::fmt::Write as _;

use warpline_passes::schedule::input::Node;
use warpline_passes::schedule::plan::Plan;

use super::explain::Kind;
use super::{Shown, Views, device_nodes};

/// The height of a lane in pixels.
const LANE: f64 = 44.0;
/// The minimum and maximum width of the time axis in pixels.
const WIDTH: (f64, f64) = (1128.0, 12_000.0);
/// The minimum width of the shortest operation in pixels.
const SHORTEST: f64 = 24.0;
/// The margin left of the lanes in pixels.
const MARGIN: f64 = 40.0;
/// The height of the axis in pixels.
const AXIS: f64 = 24.0;
/// The approximate width of a letter in pixels.
const LETTER: f64 = 7.8;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Returns the page with all functions.
pub fn html(views: &Views<'_>) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title><style>\n{STYLE}</style></head>\n\
         <body>\n<h1>{0}</h1>\n",
        escaped(&views.source.name)
    );
    for shown in &views.plans {
        write_figures(&mut out, &shown.plan);
        Picture::new(views, shown).write(&mut out);
        write_reasons(&mut out, views, shown);
    }
    write_source(&mut out, views);
    let _ = write!(out, "<div id=\"tip\"></div>\n<script>\n{SCRIPT}</script>\n</body></html>\n");
    out
}

fn write_figures(out: &mut String, plan: &Plan) {
    let figures = plan.figures();
    let _ = writeln!(out, "<h2>@{}</h2>\n<dl>", escaped(&plan.name));
    let mut figure = |name: &str, value: String| {
        let _ = writeln!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    };
    figure("operations", figures.n.to_string());
    figure("could run concurrently", figures.width.to_string());
    figure("streams", plan.streams.count.to_string());
    figure("waits", plan.n_waits().to_string());
    figure("target", plan.input.model.name.to_string());
    figure("predicted", format!("{:.1} µs", figures.predicted.makespan));
    figure("on one stream", format!("{:.1} µs", figures.predicted.sequential));
    figure("critical path", format!("{:.1} µs", figures.predicted.critical_path));
    out.push_str("</dl>\n");
}

/// A plan drawn over time.
struct Picture<'a> {
    views: &'a Views<'a>,
    shown: &'a Shown,
    times: Vec<(f64, f64)>,
    end: f64,
    width: f64,
}

impl<'a> Picture<'a> {
    fn new(views: &'a Views<'a>, shown: &'a Shown) -> Self {
        let plan = &shown.plan;
        let times = plan.times();
        let end = plan.makespan().max(1.0);
        let durations = plan.input.nodes.iter().filter(|node| node.kind.is_compute()).map(Node::duration);
        let shortest = durations.filter(|duration| 0.0 < *duration).fold(end, f64::min);
        let width = (end / shortest * SHORTEST).clamp(WIDTH.0, WIDTH.1);
        Self { views, shown, times, end, width }
    }

    fn x(&self, time: f64) -> f64 {
        MARGIN + time / self.end * self.width
    }

    fn write(&self, out: &mut String) {
        let plan = &self.shown.plan;
        let (width, height) = (self.width + MARGIN + 10.0, AXIS + plan.streams.count as f64 * LANE);
        let _ = writeln!(
            out,
            "<div class=\"time\"><svg width=\"{width:.0}\" height=\"{height:.0}\"><defs><marker id=\"head\" markerWidth=\"7\" \
             markerHeight=\"7\" refX=\"6\" refY=\"3.5\" orient=\"auto\"><path d=\"M0,0 L7,3.5 L0,7 z\"/></marker></defs>"
        );
        self.write_lanes(out, width, height);
        let is_critical = plan.critical_nodes();
        for node in device_nodes(plan).filter(|node| plan.input.nodes[*node].kind.is_compute()) {
            self.write_operation(out, node, is_critical[node]);
        }
        for (from, to) in plan.edges() {
            let is_shown = |node: usize| plan.input.nodes[node].kind.is_compute();
            if plan.streams.of[from] != plan.streams.of[to] && is_shown(from) && is_shown(to) {
                self.write_wait(out, from, to);
            }
        }
        out.push_str("</svg></div>\n<p class=\"legend\"><b></b>operation<b class=\"path\"></b>on the critical path<i></i>waits for</p>\n");
    }

    fn write_lanes(&self, out: &mut String, width: f64, height: f64) {
        for stream in 0..self.shown.plan.streams.count {
            let top = AXIS + stream as f64 * LANE;
            let name = self.shown.plan.streams.name(stream);
            let _ = writeln!(
                out,
                "<rect class=\"lane\" x=\"0\" y=\"{:.0}\" width=\"{width:.0}\" height=\"{:.0}\"/><text x=\"10\" y=\"{:.0}\">{name}</text>",
                top + 2.0,
                LANE - 4.0,
                top + LANE / 2.0 + 4.0
            );
        }
        let step = tick(self.end);
        let n_digits = usize::from(step < 1.0);
        for number in 0..=(self.end / step) as usize {
            let (time, x) = (number as f64 * step, self.x(number as f64 * step));
            let _ = writeln!(
                out,
                "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{AXIS}\" x2=\"{x:.1}\" y2=\"{height:.0}\"/><text class=\"axis\" x=\"{:.1}\" \
                 y=\"16\">{time:.n_digits$} µs</text>",
                x + 3.0
            );
        }
    }

    fn write_operation(&self, out: &mut String, node: usize, is_critical: bool) {
        let plan = &self.shown.plan;
        let (start, stop) = self.times[node];
        let (line, label) = (self.views.line(plan, node), self.views.label(plan, node));
        let stream = plan.streams.of[node];
        let (left, top) = (self.x(start), AXIS + stream as f64 * LANE + 7.0);
        let width = (self.x(stop) - left).max(2.0);
        let name = plan.streams.name(stream);
        let mut tip = format!("{node}: {label}\nline {line}, {name}, {start:.1} to {stop:.1} µs");
        if is_critical {
            tip.push_str("\non the critical path");
        }
        let class = if is_critical { "op path" } else { "op" };
        let _ = writeln!(
            out,
            "<a class=\"{class}\" href=\"#L{line}\" data-op=\"{node}\" data-tip=\"{}\"><rect x=\"{left:.1}\" y=\"{top:.0}\" \
             width=\"{width:.1}\" height=\"{:.0}\" rx=\"3\"/><text x=\"{:.1}\" y=\"{:.0}\">{}</text></a>",
            escaped(&tip),
            LANE - 14.0,
            left + 4.0,
            top + 19.0,
            escaped(&fitting(node, &label, width))
        );
    }

    fn write_wait(&self, out: &mut String, from: usize, to: usize) {
        let plan = &self.shown.plan;
        let middle = |node: usize| AXIS + plan.streams.of[node] as f64 * LANE + LANE / 2.0;
        let (x1, x2) = (self.x(self.times[from].1), self.x(self.times[to].0));
        let bend = ((x2 - x1) / 2.0).max(14.0);
        let tip = format!("{to} waits for {from}: {}", self.views.why(self.shown, from, to));
        let _ = writeln!(
            out,
            "<path class=\"wait\" marker-end=\"url(#head)\" data-ends=\"{from} {to}\" data-tip=\"{}\" \
             d=\"M{x1:.1},{y1:.0} C{:.1},{y1:.0} {:.1},{y2:.0} {x2:.1},{y2:.0}\"/>",
            escaped(&tip),
            x1 + bend,
            x2 - bend,
            y1 = middle(from),
            y2 = middle(to)
        );
    }
}

/// Returns a round distance between the ticks of an axis.
fn tick(end: f64) -> f64 {
    let rough = end / 10.0;
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|step| rough <= *step).unwrap_or(power).max(0.1)
}

/// Returns as much of the number and the name of an operation as fits.
fn fitting(node: usize, label: &str, width: f64) -> String {
    let n_letters = ((width - 6.0) / LETTER).max(0.0) as usize;
    let short = label.rsplit("::").next().unwrap_or(label);
    let (number, all) = (node.to_string(), format!("{node} {short}"));
    if all.chars().count() <= n_letters {
        all
    } else if number.len() + 4 < n_letters {
        all.chars().take(n_letters - 1).chain(['…']).collect()
    } else if number.len() <= n_letters {
        number
    } else {
        String::new()
    }
}

fn write_reasons(out: &mut String, views: &Views<'_>, shown: &Shown) {
    let reasons = views.reasons(shown);
    if reasons.is_empty() {
        return;
    }
    let plan = &shown.plan;
    out.push_str("<details open><summary>Why not concurrently</summary>\n<table>\n<tr><th>operation</th><th></th><th>earlier one</th><th>why</th></tr>\n");
    for reason in reasons {
        let class = if reason.is_critical { " class=\"path\"" } else { "" };
        let link = |node: usize| {
            let (line, label) = (views.line(plan, node), escaped(&views.label(plan, node)));
            format!("<a href=\"#L{line}\">{node} {label}</a>")
        };
        let how = match reason.kind {
            Kind::Waits => "waits for",
            Kind::Follows => "follows",
            Kind::Shares => "shares the stream of",
            Kind::Host => "follows a host wait for",
        };
        let (later, earlier, why) = (link(reason.later), link(reason.earlier), escaped(&reason.why));
        let _ =
            writeln!(out, "<tr{class}><td>{later}</td><td>{how}</td><td>{earlier}</td><td>{why}</td></tr>");
    }
    out.push_str("</table></details>\n");
}

fn write_source(out: &mut String, views: &Views<'_>) {
    let lines_of = |shown: &Shown| {
        device_nodes(&shown.plan).map(|node| views.line(&shown.plan, node)).collect::<Vec<_>>()
    };
    let work: Vec<usize> = views.plans.iter().flat_map(lines_of).collect();
    out.push_str("<h2>Source</h2>\n<pre>");
    for (index, line) in views.source.text.lines().enumerate() {
        let number = index + 1;
        let class = if work.contains(&number) { " class=\"work\"" } else { "" };
        let _ = write!(
            out,
            "<span id=\"L{number}\"{class}><a href=\"#L{number}\">{number}</a>{}\n</span>",
            escaped(line)
        );
    }
    out.push_str("</pre>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
