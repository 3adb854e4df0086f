//! Pictures of the samples: what is in them, that no extreme is lost, and that odd data does not break them.

mod pictures_support;

use cbas_convergence::plot::{Caption, Correlogram, Distribution, Figure, PlotError, ProcessMeans, TracePlot};
use cbas_convergence::statistics::autocorrelation::autocorrelation;
use cbas_convergence::statistics::histogram::{Histogram, histogram};
use cbas_convergence::statistics::trace::trace;
use cbas_convergence::{Analysis, Granularity, Run, Series, Settings, analyze};
use pictures_support::{assert_texts, decode, texts};

const SAMPLES: &str = "stroke=\"#A8AEB6\"";
const LEVEL: &str = "stroke=\"#005EA2\"";
const STRIKING: &str = "fill=\"#A0006E\"";
const BEYOND: &str = "fill=\"#BE4C00\"";

/// A series with its analysis, and its four pictures.
struct Subject {
    series: Series,
    analysis: Analysis,
}

impl Subject {
    fn of(runs: Vec<Run>) -> Self {
        Self::from(Series::new("pairing", runs).unwrap())
    }

    fn from(series: Series) -> Self {
        let analysis = analyze(&series, &Settings::default());
        Subject { series, analysis }
    }

    /// Calls a check with every figure, on the first main run where one run is shown.
    fn each(&self, mut check: impl FnMut(&'static str, &dyn Figure)) {
        let (a, caption, which) = (&self.analysis, &caption(), "process 0");
        let (samples, run) = (&self.series.runs()[a.main_runs[0]], &a.runs[a.main_runs[0]]);
        let trace = &trace(samples, run, &a.settings);
        check("trace", &TracePlot { trace, run, caption, which });
        let autocorrelation = &autocorrelation(samples, run, &a.settings);
        check("autocorrelation", &Correlogram { autocorrelation, run, caption, which });
        let histogram = &histogram(&self.series, a);
        check("distribution", &Distribution { histogram, analysis: a, caption });
        check("process means", &ProcessMeans { analysis: a, caption });
    }

    fn svg(&self, wanted: &str) -> String {
        let mut svg = String::new();
        self.each(|name, figure| {
            if name == wanted {
                svg = figure.svg().unwrap();
            }
        });
        svg
    }
}

fn caption() -> Caption {
    Caption { operation: "pairing".into(), library: "blstrs".into(), clock: "thread CPU clock".into() }
}

/// Numbers in [-0.5, 0.5) of one seed.
fn noise(seed: u32) -> impl Iterator<Item = f64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24) - 0.5
    })
}

/// Times about `mean` within ±5 %.
fn times(n: usize, mean: f64, seed: u32) -> Vec<f64> {
    noise(seed).take(n).map(|e| mean * (1.0 + 0.1 * e)).collect()
}

fn run(x: Vec<f64>) -> Run {
    Run::new(x).unwrap()
}

/// Number of elements drawn in a style.
fn count(svg: &str, style: &str, element: &str) -> usize {
    svg.lines().filter(|line| line.contains(style) && line.trim_start().starts_with(element)).count()
}

/// Points of the longest line in a style.
fn longest_line(svg: &str, style: &str) -> Vec<(f64, f64)> {
    let points = |line: &str| -> Vec<(f64, f64)> {
        let list = line.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let point = |pair: &str| {
            let (x, y) = pair.split_once(',').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        };
        list.split_whitespace().map(point).collect()
    };
    svg.lines().filter(|line| line.contains(style)).map(points).max_by_key(Vec::len).unwrap()
}

/// A run with a start-up phase, a shift, preempted samples and two samples far out.
fn eventful() -> Subject {
    let mut x = times(5000, 592_000.0, 1);
    for (i, v) in x.iter_mut().enumerate() {
        *v *= if i < 100 { 1.3 } else { 1.0 } * if i >= 3000 { 1.05 } else { 1.0 };
    }
    (x[2000], x[4000]) = (9e6, 8e6);
    let preempted = (0..5000).map(|i| i % 1000 == 500).collect();
    Subject::of(vec![run(x).with_preempted(preempted)])
}

#[test]
fn the_trace_says_what_it_shows() {
    let svg = eventful().svg("trace");
    assert_texts(
        &svg,
        &[
            "Samples in time order: pairing · blstrs",
            "samples (lowest and highest of each pixel column)",
            "median of 42 samples",
            "level between shifts",
            "level shift",
            "preempted: 5 (0.1 %)",
            "beyond the axis: 2 above, up to 9.000 ms",
            "sample of the run, in the order of measurement",
            "time per operation, µs",
            "deviation from the mean of the run, %",
            "3\u{202F}000",
        ],
    );
    let texts = texts(&svg);
    assert!(texts[1].starts_with("thread CPU clock; process 0; 5\u{202F}000 samples, mean after the cut 60"));
    assert!(texts[1].contains("; unstable: "), "{}", texts[1]);
    assert!(texts.iter().any(|text| text.starts_with("warm-up cut at ")));
    assert!(texts.iter().any(|text| text.starts_with("+4.8 % at ")), "{texts:#?}");
    // One mark each, and one in the legend.
    assert_eq!(count(&svg, STRIKING, "<polygon"), 5 + 1);
    assert_eq!(count(&svg, BEYOND, "<polygon"), 2 + 1);
    // Two levels and the legend.
    assert_eq!(count(&svg, LEVEL, "<polyline"), 2 + 1);
}

#[test]
fn a_single_sample_within_the_axis_is_seen_among_a_million() {
    let mut x = times(1_000_000, 3000.0, 2);
    (x[654_321], x[111_111]) = (3000.0 * 1.1, 3000.0 * 0.9);
    let line = longest_line(&Subject::of(vec![run(x)]).svg("trace"), SAMPLES);
    assert!((1800..=1960).contains(&line.len()), "{} points", line.len());
    let (left, right) = (line[0].0, line[line.len() - 1].0);
    let at = |x: f64| (x - left) / (right - left) * 1e6;
    let highest = line.iter().copied().reduce(|a, b| if b.1 < a.1 { b } else { a }).unwrap();
    let lowest = line.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a }).unwrap();
    assert!((at(highest.0) - 654_321.0).abs() < 2500.0 && (at(lowest.0) - 111_111.0).abs() < 2500.0);
    let middle = f64::midpoint(highest.1, lowest.1);
    let others = line.iter().map(|point| (point.1 - middle).abs()).filter(|far| *far > 0.75 * (lowest.1 - middle));
    assert_eq!(others.count(), 2, "nothing else reaches as far");
}

#[test]
fn ten_million_samples_make_small_files() {
    // The worst case: in every pixel column samples beyond either end, and preempted ones everywhere.
    let x: Vec<f64> = noise(3)
        .take(10_000_000)
        .enumerate()
        .map(|(i, e)| 5000.0 * (1.0 + 0.1 * e) * [1.0, 40.0, 0.01][if i % 97 < 2 { i % 97 + 1 } else { 0 }])
        .collect();
    let preempted = (0..x.len()).map(|i| i % 3 == 0).collect();
    Subject::of(vec![run(x).with_preempted(preempted)]).each(|name, figure| {
        let svg = figure.svg().unwrap();
        texts(&svg);
        assert!(svg.len() < 150_000, "{name}: {} bytes", svg.len());
    });
}

#[test]
fn the_distribution_says_what_it_shows() {
    let mut long = times(5000, 2_100.0, 4);
    (long[10], long[20], long[30]) = (1e9, 2e9, 1.0);
    let subject = Subject::of(vec![run(long), run(times(1000, 2_100.0, 5))]);
    let svg = subject.svg("distribution");
    assert_texts(
        &svg,
        &[
            "Distribution of the samples: pairing · blstrs",
            "time per operation, µs",
            "share of the samples in a bin, %",
            "quantiles",
            "beyond the axis: 2 above, up to 2.000 s; 1 below, down to 1.000 ns",
            "2 beyond",
            "1 beyond",
            "max",
            "min",
        ],
    );
    let texts = texts(&svg);
    assert!(texts[1].starts_with("thread CPU clock; 6\u{202F}000 samples of 2 runs together, after warm-up; "));
    for quantile in ["1 %", "5 %", "25 %", "50 %", "75 %", "95 %", "99 %"] {
        assert_eq!(texts.iter().filter(|text| *text == quantile).count(), 2, "{quantile} at its line and in the list");
    }
}

#[test]
fn the_correlogram_says_what_it_shows() {
    let mut state = 0.0;
    let slow = noise(6).take(5000).map(|e| {
        state = 0.9 * state + e;
        3000.0 + 30.0 * state
    });
    let svg = Subject::of(vec![run(slow.collect())]).svg("autocorrelation");
    assert_texts(
        &svg,
        &[
            "Autocorrelation: pairing · blstrs",
            "lag, samples",
            "autocorrelation (1 at lag 0, not shown)",
            "95 % band of white noise",
            "inside it",
            "±0.028",
        ],
    );
    let texts = texts(&svg);
    let tau = texts[1].split("tau = ").nth(1).and_then(|rest| rest.split(':').next()).unwrap();
    assert!((14.0..26.0).contains(&tau.parse::<f64>().unwrap()), "{}", texts[1]);
    let outside = texts.iter().find_map(|text| text.strip_prefix("outside it: ")).unwrap();
    let (outside, lags) = outside.trim_end_matches(" lags").split_once(" of ").unwrap();
    let (outside, lags): (usize, usize) = (outside.parse().unwrap(), lags.parse().unwrap());
    assert!(outside > 15 && lags > outside);
    assert_eq!(count(&svg, "fill=\"#005EA2\"", "<polygon"), outside + 1, "one stem a lag, and the legend");
}

#[test]
fn every_process_has_its_mark_and_unstable_ones_another() {
    for processes in [1usize, 2, 5, 30] {
        let member = |k: usize| {
            let mut x = times(1000, 592_000.0 * (1.0 + 0.004 * k as f64), k as u32 + 7);
            if k == 1 {
                x[600..].iter_mut().for_each(|v| *v *= 1.2);
            }
            run(x).in_process(format!("p{k}"))
        };
        let svg = Subject::of((0..processes).map(member).collect()).svg("process means");
        let unstable = usize::from(processes > 1);
        assert_eq!(count(&svg, "<circle", "<circle"), processes - unstable + 1, "{processes} and the legend");
        assert_eq!(count(&svg, STRIKING, "<polygon"), 2 * unstable, "{processes}");
        assert_texts(&svg, &["Means of the processes: pairing · blstrs", "process, in the order of measurement", "p0"]);
        if processes == 1 {
            assert!(texts(&svg)[1].contains("1 process: nothing is known of others"));
        } else {
            assert_texts(&svg, &["mean of the processes", "its 95 % interval", "± sd between processes"]);
        }
    }
}

#[test]
fn odd_data_gives_pictures_with_nothing_at_the_border() {
    let mut spike = vec![3000.0; 1000];
    spike[500] = 90_000.0;
    let wild = noise(8).take(3000).map(|e| if e > 0.48 { 1e12 * e } else { 300.0 + e }).collect();
    let start = (0..2000).map(|i| 300.0 * (1.0 + 2.0 * (-f64::from(i) / 300.0).exp()) + f64::from(i % 7));
    let values = |x: Vec<f64>| Series::new("x", vec![run(x)]).unwrap();
    let many =
        |n: usize| (0..n).map(|k| run(times(12, 1e6, k as u32)).in_process("a long name of a process")).collect();
    let odd = [
        values(vec![592_345.0]),
        values(vec![1.0, 2.0]),
        values(vec![3000.0; 1000]),
        values(vec![1e15; 20]),
        values(vec![1e-20; 20]),
        values((0..1000).map(|i| if i % 3 == 0 { 3001.0 } else { 3000.0 }).collect()),
        values((0..500).map(|i| if i % 2 == 0 { 0.0 } else { 1.0 }).collect()),
        values(times(12, 0.3, 9)),
        values(spike),
        values(wild),
        values(start.collect()),
        Series::new("x", many(30)).unwrap(),
        Series::new("x", many(400)).unwrap(),
        values(times(40, 500.0, 10)).with_granularity(Granularity::PerProcess),
        values(times(40, 500.0, 11)).with_granularity(Granularity::Aggregate),
        Series::new("x", vec![run(times(99, 3e9, 12)).with_preempted(vec![true; 99])]).unwrap(),
    ];
    for (i, series) in odd.into_iter().enumerate() {
        Subject::from(series).each(|name, figure| {
            texts(&figure.svg().unwrap());
            let picture = decode(&figure.png().unwrap());
            let at_border = |p: usize| [0, 749].contains(&(p / 1200)) || [0, 1199].contains(&(p % 1200));
            let clean = (0..picture.pixels.len()).filter(|&p| at_border(p)).all(|p| picture.pixels[p] == [255; 3]);
            assert!(clean, "{name} of case {i} touches the border");
        });
    }
}

#[test]
fn few_pixels_keep_their_colour_in_a_bitmap() {
    eventful().each(|name, figure| {
        let pixels = decode(&figure.png().unwrap()).pixels;
        let striking = pixels.iter().filter(|pixel| **pixel == [160, 0, 110]).count();
        // Five preempted samples in the trace, two samples beyond the axis of the distribution, one unstable process.
        assert_eq!(striking > 20, name != "autocorrelation", "{name}: {striking}");
    });
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let (first, second) = (eventful(), eventful());
    for name in ["trace", "autocorrelation", "distribution", "process means"] {
        assert!(first.svg(name) == second.svg(name), "{name}");
    }
}

#[test]
fn nothing_to_draw_is_a_typed_error() {
    let subject = eventful();
    let (analysis, caption) = (&subject.analysis, &caption());
    let histogram = &Histogram { n: 0, counts: Vec::new(), ..histogram(&subject.series, analysis) };
    let error = Distribution { histogram, analysis, caption }.svg().unwrap_err();
    assert!(matches!(error, PlotError::Empty), "{error}");
}
