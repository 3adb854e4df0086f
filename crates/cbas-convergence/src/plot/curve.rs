//! Geometry of curves: cutting at the edges of a panel, thinning out, dashing.

use super::canvas::Point;

/// The pieces of a curve between two heights, cut exactly at them.
pub(super) fn cut(curve: &[Point], top: f64, bottom: f64) -> Vec<Vec<Point>> {
    let inside = |p: &Point| p.1 >= top && p.1 <= bottom;
    let dense = with_crossings(curve, top, bottom);
    let mut pieces = Vec::new();
    let mut piece: Vec<Point> = Vec::new();
    for point in dense {
        if inside(&point) {
            piece.push(point);
        } else if !piece.is_empty() {
            pieces.push(std::mem::take(&mut piece));
        }
    }
    pieces.push(piece);
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

/// The curve pressed between two heights.
pub(super) fn press(curve: &[Point], top: f64, bottom: f64) -> Vec<Point> {
    with_crossings(curve, top, bottom).into_iter().map(|(x, y)| (x, y.clamp(top, bottom))).collect()
}

/// The curve with a point added wherever it crosses one of two heights.
fn with_crossings(curve: &[Point], top: f64, bottom: f64) -> Vec<Point> {
    let mut dense = Vec::with_capacity(curve.len() + 8);
    for (i, &point) in curve.iter().enumerate() {
        if i > 0 {
            let (a, b) = (curve[i - 1], point);
            let mut crossings: Vec<(f64, Point)> = [top, bottom]
                .into_iter()
                .filter(|edge| (a.1 - edge) * (b.1 - edge) < 0.0)
                .map(|edge| {
                    let t = (edge - a.1) / (b.1 - a.1);
                    (t, (a.0 + t * (b.0 - a.0), edge))
                })
                .collect();
            crossings.sort_by(|p, q| p.0.total_cmp(&q.0));
            dense.extend(crossings.into_iter().map(|(_, crossing)| crossing));
        }
        dense.push(point);
    }
    dense
}

/// The curve with fewest points that stays within `tolerance` of each point (Douglas and Peucker).
pub(super) fn thin_out(curve: &[Point], tolerance: f64) -> Vec<Point> {
    if curve.len() < 3 {
        return curve.to_vec();
    }
    let mut keep = vec![false; curve.len()];
    keep[0] = true;
    keep[curve.len() - 1] = true;
    let mut open = vec![(0, curve.len() - 1)];
    while let Some((first, last)) = open.pop() {
        let farthest = (first + 1..last)
            .map(|i| (i, distance2(curve[i], curve[first], curve[last])))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((i, far)) = farthest
            && far > tolerance * tolerance
        {
            keep[i] = true;
            open.push((first, i));
            open.push((i, last));
        }
    }
    curve.iter().zip(keep).filter(|(_, keep)| *keep).map(|(point, _)| *point).collect()
}

/// Distance of a point from the segment between two others.
pub(super) fn distance(p: Point, a: Point, b: Point) -> f64 {
    distance2(p, a, b).sqrt()
}

fn distance2(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 { (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (p.0 - a.0 - t * dx).powi(2) + (p.1 - a.1 - t * dy).powi(2)
}

/// Cuts a curve into dashes of a length, with gaps of a length.
pub(super) fn dashes(curve: &[Point], (dash, gap): (f64, f64)) -> Vec<Vec<Point>> {
    let mut dashes = Vec::new();
    let mut current: Vec<Point> = curve.first().copied().into_iter().collect();
    let (mut drawing, mut left) = (true, dash);
    for pair in curve.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        loop {
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            if length <= left {
                left -= length;
                break;
            }
            let t = left / length;
            from = (from.0 + t * (to.0 - from.0), from.1 + t * (to.1 - from.1));
            if drawing {
                current.push(from);
                dashes.push(std::mem::take(&mut current));
            } else {
                current = vec![from];
            }
            drawing = !drawing;
            left = if drawing { dash } else { gap };
        }
        if drawing {
            current.push(to);
        }
    }
    if drawing && current.len() > 1 {
        dashes.push(current);
    }
    dashes
}

/// The pieces of a curve in every `of`-th strip of a width, counted from x = 0, from strip number `turn` on: curves that
/// lie upon each other are all seen if each is drawn in strips of its own. Points must be in order of x.
pub(super) fn turns(curve: &[Point], width: f64, (turn, of): (usize, usize)) -> Vec<Vec<Point>> {
    let strip = |x: f64| (x / width).floor().max(0.0) as usize;
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    let mut piece: Vec<Point> = Vec::new();
    for pair in curve.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let (first, last) = (strip(a.0), strip(b.0));
        for number in first..=last {
            let edge = |strip: usize| strip as f64 * width;
            let at = |x: f64| match b.0 - a.0 {
                length if length > 0.0 => (x, a.1 + (x - a.0) / length * (b.1 - a.1)),
                _ => b,
            };
            if number % of == turn {
                let from = if number == first { a } else { at(edge(number)) };
                let to = if number == last { b } else { at(edge(number + 1)) };
                if piece.last() != Some(&from) {
                    piece.push(from);
                }
                piece.push(to);
            }
            if number < last && !piece.is_empty() {
                pieces.push(std::mem::take(&mut piece));
            }
        }
    }
    pieces.push(piece);
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_cut_exactly_at_the_edges() {
        let pieces = cut(&[(0.0, -10.0), (10.0, 10.0), (20.0, 30.0), (30.0, 10.0)], 0.0, 20.0);
        assert_eq!(pieces, [vec![(5.0, 0.0), (10.0, 10.0), (15.0, 20.0)], vec![(25.0, 20.0), (30.0, 10.0)]]);
    }

    #[test]
    fn a_segment_across_the_whole_panel_is_kept() {
        assert_eq!(cut(&[(0.0, -10.0), (40.0, 30.0)], 0.0, 20.0), [vec![(10.0, 0.0), (30.0, 20.0)]]);
    }

    #[test]
    fn thinning_keeps_corners_and_drops_the_rest() {
        let curve: Vec<Point> = (0i32..=20).map(|i| (f64::from(i), f64::from((i - 10).abs()))).collect();
        assert_eq!(thin_out(&curve, 0.1), [(0.0, 10.0), (10.0, 0.0), (20.0, 10.0)]);
    }

    #[test]
    fn curves_that_take_turns_cover_the_whole_and_never_each_other() {
        let curve = [(0.0, 0.0), (7.0, 7.0), (32.0, 7.0)];
        assert_eq!(
            turns(&curve, 10.0, (0, 2)),
            [vec![(0.0, 0.0), (7.0, 7.0), (10.0, 7.0)], vec![(20.0, 7.0), (30.0, 7.0)]]
        );
        assert_eq!(turns(&curve, 10.0, (1, 2)), [vec![(10.0, 7.0), (20.0, 7.0)], vec![(30.0, 7.0), (32.0, 7.0)]]);
        assert_eq!(turns(&[], 10.0, (0, 2)), Vec::<Vec<Point>>::new());
    }

    #[test]
    fn dashes_cover_their_share() {
        let dashes = dashes(&[(0.0, 0.0), (7.0, 0.0), (32.0, 0.0)], (10.0, 6.0));
        assert_eq!(dashes, [vec![(0.0, 0.0), (7.0, 0.0), (10.0, 0.0)], vec![(16.0, 0.0), (26.0, 0.0)]]);
    }
}
