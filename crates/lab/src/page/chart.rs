//! Charts of lines over a few named places, as SVG whose colours are those of the page.

use std::fmt::Write;

use super::html::escape;

/// Of a chart, and of one that takes the whole width of the page.
const WIDTHS: [f64; 2] = [540.0, 1120.0];
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 14.0;
/// Width of a character of the labels in a broad font.
const CHARACTER: f64 = 7.4;

/// A chart.
pub(super) struct Chart<'a> {
    /// Unique in the page.
    pub(super) id: String,
    pub(super) title: String,
    /// Whether it takes the whole width of the page.
    pub(super) wide: bool,
    pub(super) x_label: &'a str,
    /// The places on the horizontal axis.
    pub(super) places: Vec<String>,
    pub(super) axis: Axis,
    /// A value to be marked.
    pub(super) mark: Option<f64>,
    pub(super) legend: Vec<Key>,
    pub(super) series: Vec<Series>,
}

/// How a line looks.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Its colour and the form of its points; `None` in a legend: any.
    pub(super) style: Option<usize>,
    /// Dashed, with hollow points: the second player's.
    pub(super) hollow: bool,
}

/// An entry of the legend.
pub(super) struct Key {
    pub(super) name: String,
    pub(super) look: Look,
}

/// A line.
pub(super) struct Series {
    pub(super) look: Look,
    pub(super) points: Vec<Point>,
}

/// A value at a place.
pub(super) struct Point {
    pub(super) place: usize,
    pub(super) value: f64,
    pub(super) interval: Option<[f64; 2]>,
    /// The figures in words.
    pub(super) text: String,
}

/// The vertical axis.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) label: &'static str,
    pub(super) lo: f64,
    pub(super) hi: f64,
    pub(super) step: f64,
    pub(super) text: fn(f64) -> String,
}

impl Axis {
    /// From 0 to what holds all values.
    pub(super) fn from_zero(label: &'static str, most: f64, text: fn(f64) -> String) -> Axis {
        let step = round_step(most / 5.0);
        Axis { label, lo: 0.0, hi: (most / step).ceil().max(1.0) * step, step, text }
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let number = ((self.hi - self.lo) / self.step).round() as u32;
        (0..=number).map(|tick| self.lo + f64::from(tick) * self.step)
    }

    fn y(&self, value: f64, height: f64) -> f64 {
        TOP + height * (self.hi - value) / (self.hi - self.lo)
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is not below `least`.
pub(super) fn round_step(least: f64) -> f64 {
    let mut power = 1e-6;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if factor * power >= least * (1.0 - 1e-9) || power >= 1e15 {
                return factor * power;
            }
        }
        power *= 10.0;
    }
}

impl Chart<'_> {
    /// The figure: a caption, the legend if there are several lines, the picture.
    pub(super) fn html(&self) -> String {
        let class = if self.wide { "\"chart wide\"" } else { "chart" };
        let mut out = format!("<figure class={class}><figcaption>{}</figcaption>", escape(&self.title));
        if self.legend.len() > 1 {
            out.push_str("<ul class=legend>");
            for Key { name, look } in &self.legend {
                let _ = write!(
                    out,
                    "<li><svg viewBox=\"0 0 34 14\" width=34 height=14 aria-hidden=true class=\"{}\"><path class=line \
                     d=\"M1 7H33\"/>{}</svg> {}</li>",
                    look.class(),
                    marker(look.style, 17.0, 7.0),
                    escape(name)
                );
            }
            out.push_str("</ul>");
        }
        self.svg(&mut out);
        out.push_str("</figure>");
        out
    }

    fn svg(&self, out: &mut String) {
        let width = WIDTHS[usize::from(self.wide)];
        let inner = width - LEFT - RIGHT;
        let band = inner / self.places.len().max(1) as f64;
        let longest = self.places.iter().map(|place| place.chars().count()).max().unwrap_or(0) as f64 * CHARACTER;
        let slanted = longest > band - 4.0;
        // Slanted labels go down by about half of their length.
        let bottom = if slanted { 38.0 + (longest * 0.58).min(110.0) } else { 44.0 };
        let total = HEIGHT - 44.0 + bottom;
        let height = total - TOP - bottom;
        let id = &self.id;
        let _ = write!(
            out,
            "<svg viewBox=\"0 0 {width} {total:.0}\" role=img aria-labelledby=\"{id}-t {id}-d\"><title id=\"{id}-t\">{}\
             </title><desc id=\"{id}-d\">{}</desc>",
            escape(&self.title),
            escape(&self.in_words())
        );
        let right = width - RIGHT;
        for tick in self.axis.ticks() {
            let y = self.axis.y(tick, height);
            let _ = write!(
                out,
                "<path class=grid d=\"M{LEFT} {y:.1}H{right}\"/><text class=tick x={:.1} y={:.1} text-anchor=end>{}</text>",
                LEFT - 8.0,
                y + 4.0,
                escape(&(self.axis.text)(tick))
            );
        }
        if let Some(mark) = self.mark {
            let y = self.axis.y(mark, height);
            let _ = write!(out, "<path class=mark d=\"M{LEFT} {y:.1}H{right}\"/>");
        }
        let floor = TOP + height;
        let _ = write!(out, "<path class=axis d=\"M{LEFT} {floor:.1}H{right}\"/>");
        for (index, place) in self.places.iter().enumerate() {
            let x = LEFT + band * (index as f64 + 0.5);
            let _ = if slanted {
                let y = floor + 14.0;
                write!(
                    out,
                    "<text class=tick x={x:.1} y={y:.1} text-anchor=end transform=\"rotate(-35 {x:.1} {y:.1})\">{}</text>",
                    escape(place)
                )
            } else {
                write!(
                    out,
                    "<text class=tick x={x:.1} y={:.1} text-anchor=middle>{}</text>",
                    floor + 18.0,
                    escape(place)
                )
            };
        }
        let middle = TOP + height / 2.0;
        let _ = write!(
            out,
            "<text class=label x={:.1} y={:.1} text-anchor=middle>{}</text><text class=label x=13 y={middle:.1} \
             text-anchor=middle transform=\"rotate(-90 13 {middle:.1})\">{}</text>",
            LEFT + inner / 2.0,
            total - 6.0,
            self.x_label,
            self.axis.label
        );
        for (index, series) in self.series.iter().enumerate() {
            // Lines side by side, so that their intervals do not lie on each other.
            let apart = (band * 0.5 / self.series.len() as f64).min(9.0);
            let offset = (index as f64 - (self.series.len() as f64 - 1.0) / 2.0) * apart;
            let x = |place: usize| LEFT + band * (place as f64 + 0.5) + offset;
            self.line(out, series, &x, height);
        }
        out.push_str("</svg>");
    }

    fn line(&self, out: &mut String, series: &Series, x: &dyn Fn(usize) -> f64, height: f64) {
        let _ = write!(out, "<g class=\"{}\"><path class=line d=\"", series.look.class());
        let mut before: Option<usize> = None;
        for point in &series.points {
            // A cell that was not played leaves a gap.
            let command = if before.is_some_and(|before| before + 1 == point.place) { 'L' } else { 'M' };
            let _ = write!(out, "{command}{:.1} {:.1}", x(point.place), self.axis.y(point.value, height));
            before = Some(point.place);
        }
        out.push_str("\"/>");
        for point in &series.points {
            let (x, y) = (x(point.place), self.axis.y(point.value, height));
            let _ = write!(out, "<g><title>{}</title>", escape(&point.text));
            if let Some([lo, hi]) = point.interval {
                let (top, bottom) = (self.axis.y(hi, height), self.axis.y(lo, height));
                let (left, right) = (x - 3.0, x + 3.0);
                let _ = write!(
                    out,
                    "<path class=bar d=\"M{left:.1} {top:.1}H{right:.1}M{x:.1} {top:.1}V{bottom:.1}M{left:.1} \
                     {bottom:.1}H{right:.1}\"/>"
                );
            }
            out.push_str(&marker(series.look.style, x, y));
            out.push_str("</g>");
        }
        out.push_str("</g>");
    }

    /// For those who do not see the picture.
    fn in_words(&self) -> String {
        let points = self.series.iter().flat_map(|series| &series.points);
        points.map(|point| point.text.as_str()).collect::<Vec<_>>().join("; ")
    }
}

impl Look {
    fn class(self) -> String {
        let colour = self.style.map_or_else(|| "any".into(), |style| format!("c{}", style % COLOURS));
        format!("series {colour}{}", if self.hollow { " hollow" } else { "" })
    }
}

/// Colours there are, and forms of points.
const COLOURS: usize = 7;

/// The form of a point: each style has its own, so that colour is not needed; where the colours begin anew, the forms are shifted.
fn marker(style: Option<usize>, x: f64, y: f64) -> String {
    let style = style.unwrap_or(0);
    let form = match (style + style / COLOURS) % COLOURS {
        0 => return format!("<circle class=dot cx={x:.1} cy={y:.1} r=4 />"),
        1 => "m-3.6 -3.6h7.2v7.2h-7.2z",
        2 => "m0 -4.8l4.6 8h-9.2z",
        3 => "m0 -5.2l5.2 5.2l-5.2 5.2l-5.2 -5.2z",
        4 => "m0 4.8l4.6 -8h-9.2z",
        5 => "m-1.5 -4.8h3v3.3h3.3v3h-3.3v3.3h-3v-3.3h-3.3v-3h3.3z",
        _ => "m-4.6 -2.6l4.6 -2.6l4.6 2.6v5.2l-4.6 2.6l-4.6 -2.6z",
    };
    format!("<path class=dot d=\"M{x:.1} {y:.1}{form}\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_of_many_lines_look_alike() {
        let look = |style| Look { style: Some(style), hollow: false };
        let looks = (0..COLOURS * COLOURS).map(|style| (look(style).class(), marker(Some(style), 0.0, 0.0)));
        assert_eq!(looks.collect::<std::collections::BTreeSet<_>>().len(), COLOURS * COLOURS);
    }

    #[test]
    fn axes_are_round_and_hold_all_values() {
        for (most, hi, step) in
            [(6.3, 8.0, 2.0), (5.0, 5.0, 1.0), (812_345.0, 1_000_000.0, 200_000.0), (0.7, 0.8, 0.2), (0.0, 1e-6, 1e-6)]
        {
            let axis = Axis::from_zero("", most, |value| value.to_string());
            assert!(
                (axis.hi - hi).abs() < 1e-9 && (axis.step - step).abs() < 1e-9,
                "{most}: {} {}",
                axis.hi,
                axis.step
            );
            assert!((3..=7).contains(&axis.ticks().count()) || most == 0.0);
        }
    }
}
