//! Pictures: what is in them, that both formats are sound, and that odd data does not break them.

mod pictures_support;

use std::collections::{BTreeMap, BTreeSet};

use cbas_convergence::plot::{Caption, Criteria, Figure, HalfWidth, PlotError, RunningMean};
use cbas_convergence::statistics::settling::{Settling, SettlingPoint};
use pictures_support::{assert_texts, decode, texts};

const THIN: &str = "stroke=\"#878787\"";

fn caption() -> Caption {
    Caption { operation: "pairing".into(), library: "blstrs".into(), clock: "thread CPU clock".into() }
}

fn criteria() -> Criteria {
    Criteria { eps: 0.01, confidence: 0.95, marks: vec![1000, 5000] }
}

fn point(n: usize, mean: f64, half: f64) -> SettlingPoint {
    SettlingPoint { n, mean, low: mean - half, high: mean + half }
}

/// Every n up to 20, then steps of 3 %.
fn grid(last: usize) -> Vec<usize> {
    let mut grid: Vec<usize> =
        std::iter::successors(Some(1), |n| Some((n * 103 / 100).max(n + 1))).take_while(|n| *n < last).collect();
    grid.push(last);
    grid
}

/// Running means of noise about means that differ by 0.1 % from process to process.
fn settling(processes: usize, ns: &[usize], mean: f64) -> Settling {
    let curve = |k: usize| -> Vec<SettlingPoint> {
        let own = mean * (1.0 + 0.001 * (k as f64 - processes as f64 / 2.0));
        let (mut state, mut sum) = (k as u32 + 1, 0.0);
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state) / f64::from(u32::MAX) - 0.5
        });
        let points = (1u32..).zip(noise).filter_map(|(n, noise)| {
            sum += noise;
            let half = (0.02 + 0.001 * noise) * own / f64::from(n).sqrt();
            let n = n as usize;
            ns.binary_search(&n).is_ok().then(|| point(n, own * (1.0 + 0.03 * sum / n as f64), half))
        });
        points.take(ns.len()).collect()
    };
    let processes: Vec<_> = (0..processes).map(curve).collect();
    let overall = (0..ns.len())
        .map(|i| {
            let mean = processes.iter().map(|c| c[i].mean).sum::<f64>() / processes.len() as f64;
            point(ns[i], mean, mean * (0.003 + 0.02 / (ns[i] as f64).sqrt()))
        })
        .collect();
    Settling { processes, overall }
}

/// Calls a check with both figures of a settling.
fn with_both(settling: &Settling, check: impl Fn(&dyn Figure)) {
    let (caption, criteria) = (&caption(), &criteria());
    check(&RunningMean { settling, caption, criteria });
    check(&HalfWidth { settling, caption, criteria });
}

fn running_mean(settling: &Settling) -> String {
    let (caption, criteria) = (&caption(), &criteria());
    RunningMean { settling, caption, criteria }.svg().unwrap()
}

fn half_width(settling: &Settling) -> String {
    let (caption, criteria) = (&caption(), &criteria());
    HalfWidth { settling, caption, criteria }.svg().unwrap()
}

/// Lines of more than two points in the style of a single process.
fn process_lines(svg: &str) -> usize {
    let points = |line: &str| line.split("points=").nth(1).map_or(0, |p| p.matches(',').count());
    svg.lines().filter(|line| line.contains(THIN) && points(line) > 2).count()
}

#[test]
fn the_running_mean_says_what_it_shows() {
    let svg = running_mean(&settling(5, &grid(5000), 592_000.0));
    assert_texts(
        &svg,
        &[
            "Running mean: pairing · blstrs",
            "samples per process, n (after warm-up)",
            "mean time per operation, µs",
            "deviation from the final mean, %",
            "final mean ± eps = 1 %",
            "each process",
            "mean of 5 processes",
            "95 % interval of the process means",
            "N = 1\u{202F}000",
            "N = 5\u{202F}000",
            "2\u{202F}000",
            "+1.0",
            "\u{2212}1.0",
        ],
    );
    assert!(texts(&svg)[1].starts_with("thread CPU clock; 5 processes; mean at n = 5\u{202F}000: 59"));
    assert!(svg.contains("font-family=\"DejaVu Sans, Verdana, sans-serif\""));
}

#[test]
fn the_half_width_says_what_it_shows() {
    assert_texts(
        &half_width(&settling(5, &grid(5000), 592_000.0)),
        &[
            "Half-width of the interval: pairing · blstrs",
            "half-width relative to the mean, %",
            "eps = 1 %",
            "∝ 1/√n",
            "1/√n through the overall curve",
            "N = 1\u{202F}000",
            "N = 5\u{202F}000",
        ],
    );
}

#[test]
fn there_is_one_thin_line_a_process_and_none_for_a_single_one() {
    for (processes, lines) in [(1, 0), (2, 2), (5, 5), (30, 30)] {
        let settling = settling(processes, &grid(5000)[10..], 592_000.0);
        assert_eq!(process_lines(&running_mean(&settling)), lines, "running mean of {processes}");
        assert_eq!(process_lines(&half_width(&settling)), lines, "half-width of {processes}");
    }
    let alone = running_mean(&settling(1, &grid(500), 592_000.0));
    assert_texts(&alone, &["running mean of the one process", "95 % interval within this process"]);
}

#[test]
fn the_unit_follows_the_magnitude() {
    for (mean, unit) in [(0.3, "ns"), (300.0, "ns"), (2_100.0, "µs"), (5.1e6, "ms"), (3e9, "s")] {
        let svg = running_mean(&settling(3, &grid(2000), mean));
        assert_texts(&svg, &[&format!("mean time per operation, {unit}")]);
    }
}

#[test]
fn marks_far_beyond_the_data_are_left_out_and_a_warm_up_cut_keeps_its_mark() {
    let marked = |last| texts(&running_mean(&settling(2, &grid(last), 1e3))).join("\n");
    assert!(!marked(12).contains("N ="));
    assert!(marked(1200).contains("N = 1\u{202F}000") && !marked(1200).contains("N = 5"));
    assert!(marked(4988).contains("N = 5\u{202F}000"));
}

#[test]
fn wild_first_points_do_not_squash_the_settled_part() {
    let mut wild = settling(1, &grid(5000), 592_000.0);
    for curve in wild.processes.iter_mut().chain([&mut wild.overall]) {
        for early in &mut curve[..5] {
            *early = point(early.n, 1e9 / early.n as f64, 1e8);
        }
    }
    let svg = running_mean(&wild);
    assert_texts(&svg, &["early values beyond the axis are cut off", "+1.0", "\u{2212}1.0"]);
    assert!(!texts(&svg).iter().any(|text| text.contains("+10")));
    half_width(&wild);
}

#[test]
fn a_png_has_its_size_and_is_not_blank() {
    with_both(&settling(5, &grid(5000), 592_000.0), |figure| {
        let picture = decode(&figure.png().unwrap());
        assert_eq!((picture.width, picture.height), (1200, 750));
        let mut counts = BTreeMap::new();
        for colour in &picture.pixels {
            *counts.entry(*colour).or_insert(0) += 1;
        }
        assert!(counts.len() > 30, "{} colours", counts.len());
        let white = counts[&[255, 255, 255]];
        assert!((300_000..870_000).contains(&white), "{white} white pixels");
        for bold in [[0, 94, 162], [190, 76, 0], [34, 34, 34]] {
            assert!(counts[&bold] > 500, "{bold:?}: {}", counts[&bold]);
        }
        // Nothing is clipped at the border.
        let border = |i: usize| [0, 749].contains(&(i / 1200)) || [0, 1199].contains(&(i % 1200));
        let edge: BTreeSet<_> = (0..picture.pixels.len()).filter(|&i| border(i)).map(|i| picture.pixels[i]).collect();
        assert_eq!(edge, BTreeSet::from([[255, 255, 255]]));
    });
}

#[test]
fn files_are_small_whatever_the_number_of_points() {
    // Thirty noisy lines fill the panel, and no lossless bitmap of that is as small as the others.
    for (processes, most) in [(1, 80_000), (5, 80_000), (30, 150_000)] {
        let every: Vec<usize> = (1..=5000).collect();
        with_both(&settling(processes, &every, 592_000.0), |figure| {
            let (svg, png) = (figure.svg().unwrap().len(), figure.png().unwrap().len());
            assert!(svg < 60_000 && png < most, "{processes} processes: {svg} and {png} bytes");
        });
    }
}

#[test]
fn the_same_input_gives_the_same_bytes_on_every_thread() {
    let settling = settling(5, &grid(3000), 592_000.0);
    let draw = || {
        let (caption, criteria) = (&caption(), &criteria());
        let figure = RunningMean { settling: &settling, caption, criteria };
        (figure.svg().unwrap(), figure.png().unwrap())
    };
    let first = draw();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(draw)).collect();
        for thread in threads {
            assert!(thread.join().unwrap() == first);
        }
    });
}

#[test]
fn odd_data_gives_a_picture() {
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let only = |overall: Vec<SettlingPoint>| Settling { processes: vec![overall.clone()], overall };
    let odd = [
        only((1..200).map(|n| point(n, 1500.0, 0.0)).collect()),
        only(vec![point(1, 1500.0, 10.0)]),
        only(vec![point(7, 1500.0, 3000.0)]),
        only(vec![point(1, 1500.0, inf), point(2, 1500.0, nan), point(3, 1501.0, inf)]),
        only((1..50).map(|n| point(n, 1e3, 1e5 / n as f64)).collect()),
        only((1..50).map(|n| point(n, 1e-300, 1e-301)).collect()),
        only((1..50).map(|n| point(n, 1e300, 1e299)).collect()),
        only((1..50).map(|n| point(n, if n < 40 { -5.0 } else { 5.0 }, 1.0)).collect()),
        only(vec![point(0, 1.0, 1.0), point(9, nan, 1.0), point(4, 2.0, 1.0), point(4, 2.5, 1.0)]),
        Settling { processes: vec![vec![]; 3], overall: vec![point(5, 10.0, 1.0)] },
        Settling { processes: vec![], overall: vec![point(10, 10.0, 1.0), point(11, 9.0, 1.0)] },
        only(vec![point(1, 7.0, 1.0), point(usize::MAX, 7.0, 0.001)]),
        settling(1, &grid(12), 592_000.0),
    ];
    for settling in &odd {
        with_both(settling, |figure| {
            texts(&figure.svg().unwrap());
            assert_eq!(decode(&figure.png().unwrap()).height, 750);
        });
    }
}

#[test]
fn what_cannot_be_drawn_is_a_typed_error() {
    let nothing = Settling { processes: vec![], overall: vec![] };
    let nan = Settling { processes: vec![], overall: vec![point(3, f64::NAN, 1.0)] };
    let zero = Settling { processes: vec![], overall: vec![point(3, 0.0, 1.0)] };
    with_both(&nothing, |figure| assert!(matches!(figure.svg(), Err(PlotError::Empty))));
    with_both(&nan, |figure| assert!(matches!(figure.png(), Err(PlotError::Empty))));
    with_both(&zero, |figure| {
        assert!(matches!(figure.svg(), Err(PlotError::MeanNotPositive(mean)) if mean == 0.0));
    });
    let (settling, caption) = (&settling(2, &grid(100), 1e3), &caption());
    for eps in [0.0, -0.01, 1.0, f64::NAN] {
        let criteria = &Criteria { eps, ..criteria() };
        let error = HalfWidth { settling, caption, criteria }.svg().unwrap_err();
        assert!(matches!(error, PlotError::BadCriterion { name: "eps", .. }), "{error}");
    }
}

#[test]
fn names_may_hold_anything() {
    let long = "λ-pairing <a & b> \"é\u{1}\n".repeat(20);
    let caption = &Caption { operation: long.clone(), library: long.clone(), clock: long };
    let (settling, criteria) = (&settling(2, &grid(100), 1e3), &criteria());
    let figure = RunningMean { settling, caption, criteria };
    let texts = texts(&figure.svg().unwrap());
    assert!(texts[0].ends_with('…') && texts[0].contains("&lt;a &amp; b&gt;"), "{}", texts[0]);
    assert!(!texts[0].contains('\u{1}'));
    figure.png().unwrap();
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let directory = tempfile::tempdir().unwrap();
    let (settling, caption, criteria) = (&settling(2, &grid(100), 1e3), &caption(), &criteria());
    let figure = RunningMean { settling, caption, criteria };
    let (svg, png) = (directory.path().join("a.svg"), directory.path().join("a.PNG"));
    for _ in 0..2 {
        figure.write(&svg).unwrap();
        figure.write(&png).unwrap();
    }
    assert_eq!(std::fs::read(&svg).unwrap(), figure.svg().unwrap().into_bytes());
    assert_eq!(std::fs::read(&png).unwrap(), figure.png().unwrap());
    let other = figure.write(&directory.path().join("a.gif")).unwrap_err();
    assert!(other.to_string().ends_with("a.gif: the name of a picture must end in .svg or .png"));
    let nowhere = figure.write(&directory.path().join("none/a.svg")).unwrap_err();
    assert!(matches!(nowhere, PlotError::Write { .. }), "{nowhere}");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2, "no leftovers");
}
