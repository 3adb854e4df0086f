//! Bars and growth: that the figures reach the picture, and that nothing to draw is refused.

mod pictures_support;

use cbas_convergence::plot::{Bar, BarGroup, Bars, Crossing, Figure, Growth, GrowthCurve, PlotError};
use pictures_support::{assert_texts, decode, texts};

fn bars(groups: usize) -> Bars {
    let bar = |ns: f64| Bar { ns, interval: Some((0.9 * ns, 1.1 * ns)), words: format!("{ns} ns") };
    let groups = (0..groups).map(|at| BarGroup {
        name: format!("scheme <{at}>"),
        bars: vec![Ok(bar(100.0 + at as f64)), Err("no ec-mul".to_owned())],
    });
    Bars {
        title: "Sign & Verify".into(),
        subtitle: "printed".into(),
        series: vec!["Sign".into(), "Verify".into()],
        groups: groups.collect(),
    }
}

fn growth(curves: usize) -> Growth {
    let curve = |at: usize| GrowthCurve {
        name: format!("curve {at}"),
        points: (1..=50).map(|n| (f64::from(n), ((f64::from(n) + at as f64) * 1e6, None))).collect(),
    };
    Growth {
        title: "AggVerify".into(),
        subtitle: "printed".into(),
        number: "signers".into(),
        curves: (0..curves).map(curve).collect(),
        crossings: vec![Crossing { at: 7.0, ns: 7e6, interval: Some((5.0, 9.0)), words: "n = 7 [6, 10]".into() }],
    }
}

#[test]
fn bars_show_names_figures_and_reasons() {
    let svg = bars(2).svg().unwrap();
    assert_texts(
        &svg,
        &["scheme &lt;0&gt;", "scheme &lt;1&gt;", "100 ns", "101 ns", "no ec-mul", "Sign", "Verify", "time, ns"],
    );
    // Of many thin bars only the names are written.
    assert!(!texts(&bars(36).svg().unwrap()).iter().any(|text| text == "100 ns"));
    let picture = decode(&bars(36).png().unwrap());
    assert_eq!((picture.width, picture.height), (1200, 750));
}

#[test]
fn a_longer_time_has_a_longer_bar() {
    // Columns in the colour of the first series, by the row of the picture.
    let mut picture = bars(2);
    picture.groups[1].bars[0] = Ok(Bar { ns: 200.0, interval: None, words: String::new() });
    let picture = decode(&picture.png().unwrap());
    let blue = |pixel: &[u8; 3]| i32::from(pixel[2]) > i32::from(pixel[0]) + 60;
    let widths: Vec<usize> =
        picture.pixels.chunks(picture.width).map(|row| row.iter().filter(|p| blue(p)).count()).collect();
    let (upper, lower) = (widths[120..390].iter().max().unwrap(), widths[390..670].iter().max().unwrap());
    assert!((*lower as f64 / *upper as f64 - 200.0 / 110.0).abs() < 0.2, "{upper} {lower}");
}

#[test]
fn growth_shows_every_curve_and_where_they_cross() {
    let svg = growth(8).svg().unwrap();
    assert_texts(&svg, &["a  curve 0", "h  curve 7", "curves cross", "n = 7 [6, 10]", "signers", "time, ms"]);
    decode(&growth(8).png().unwrap());
}

/// Two curves that differ by a thousandth, and one far away.
fn coincident() -> Growth {
    let mut picture = growth(3);
    picture.crossings.clear();
    for (curve, factor) in picture.curves.iter_mut().zip([1.0, 1.001, 5.0]) {
        curve.points = (1..=50).map(|n| (f64::from(n), (f64::from(n) * factor * 1e6, None))).collect();
    }
    picture
}

#[test]
fn curves_upon_each_other_are_both_seen_and_said_to_coincide() {
    let picture = coincident();
    let shown = texts(&picture.svg().unwrap());
    assert!(shown.iter().any(|text| text == "a and b nearly coincide where drawn in turns"), "{shown:?}");
    // One letter a curve at the right end; the two ends that cannot be told apart share a place.
    assert!(shown.iter().any(|text| text == "a b") && shown.iter().any(|text| text == "c"), "{shown:?}");
    // As many pixels of the one colour as of the other, below the legend and left of the letters.
    let image = decode(&picture.png().unwrap());
    let (mut blue, mut orange) = (0, 0);
    for row in image.pixels.chunks(image.width).skip(180).take(480) {
        for pixel in &row[110..1155] {
            // At least half covered by the one line or the other; the third curve is green.
            let [red, green, b] = pixel.map(i32::from);
            blue += i32::from(b > green + 34);
            orange += i32::from(red > b + 95);
        }
    }
    assert!(blue > 800 && orange > 800 && (blue - orange).abs() < blue / 4, "{blue} {orange}");
}

#[test]
fn curves_that_part_are_drawn_whole_from_there_on() {
    let mut picture = coincident();
    // From n = 13 on, the second costs twice as much.
    picture.curves[1].points.iter_mut().skip(12).for_each(|(_, (ns, _))| *ns *= 2.0);
    let svg = picture.svg().unwrap();
    let shown = texts(&svg);
    assert!(shown.iter().any(|text| text.contains("coincide where drawn in turns")), "{shown:?}");
    for letter in ["a", "b", "c"] {
        assert!(shown.iter().any(|text| text == letter), "{letter}: {shown:?}");
    }
    // Each of the two has one long line for the part where it is alone, and as many strips as before in the other.
    assert!(svg.matches("<polyline").count() < coincident().svg().unwrap().matches("<polyline").count());
}

#[test]
fn curves_that_are_apart_are_drawn_whole() {
    let mut picture = coincident();
    picture.curves.remove(1);
    assert!(!texts(&picture.svg().unwrap()).iter().any(|text| text.contains("coincide")));
}

#[test]
fn a_crossing_has_the_bar_of_its_interval() {
    // The lines of the bar are what the picture with an interval has more than the one without.
    let lines = |interval| {
        let mut picture = growth(2);
        picture.crossings[0].interval = interval;
        picture.svg().unwrap().matches("<polyline").count()
    };
    assert_eq!(lines(Some((5.0, 9.0))), lines(None) + 1);
    // Beyond the axis there is nothing to draw.
    assert_eq!(lines(Some((60.0, 90.0))), lines(None));
}

#[test]
fn what_a_logarithm_does_not_take_is_left_out_and_nothing_is_refused() {
    let mut one = growth(2);
    one.curves[0].points.iter_mut().for_each(|point| point.1.0 = 0.0);
    assert!(!texts(&one.svg().unwrap()).iter().any(|text| text == "a  curve 0"));
    assert!(matches!(growth(0).svg(), Err(PlotError::Empty)));
    assert!(matches!(bars(0).svg(), Err(PlotError::Empty)));
    let mut endless = growth(1);
    endless.curves[0].points = vec![(1.0, (f64::NAN, None)), (2.0, (f64::INFINITY, None)), (0.0, (1.0, None))];
    assert!(matches!(endless.svg(), Err(PlotError::Empty)));
}
