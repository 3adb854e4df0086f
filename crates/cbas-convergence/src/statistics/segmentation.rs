//! Exact penalised least squares segmentation (§6.1), the optimum that PELT finds (Killick, Fearnhead & Eckley 2012).

/// Indices at which a new segment starts, minimising Σ_segments Σ(y−ȳ)² + `penalty`·(number of changes) with segments
/// of at least `shortest` values. Of equal optima the one with the earliest last change wins. O(len²).
///
/// ```
/// use cbas_convergence::statistics::segmentation::change_points;
/// let y = [1.0, 1.1, 0.9, 1.0, 5.0, 5.1, 4.9, 5.0];
/// assert_eq!(change_points(&y, 1.0, 2), [4]);
/// ```
pub fn change_points(y: &[f64], penalty: f64, shortest: usize) -> Vec<usize> {
    let m = y.len();
    let shortest = shortest.max(1);
    if m < 2 * shortest {
        return Vec::new();
    }
    let cost = SegmentCost::of(y);
    // best[t]: optimal cost of y[..t]; last[t]: start of its last segment.
    let mut best = vec![f64::INFINITY; m + 1];
    let mut last = vec![0; m + 1];
    best[0] = -penalty;
    for t in shortest..=m {
        for s in std::iter::once(0).chain(shortest..(t + 1).saturating_sub(shortest)) {
            let candidate = best[s] + cost.of_segment(s, t) + penalty;
            if candidate < best[t] {
                best[t] = candidate;
                last[t] = s;
            }
        }
    }
    let mut changes = Vec::new();
    let mut t = last[m];
    while t > 0 {
        changes.push(t);
        t = last[t];
    }
    changes.reverse();
    changes
}

/// Prefix sums of y and y² about the mean of y.
struct SegmentCost {
    sums: Vec<f64>,
    squares: Vec<f64>,
}

impl SegmentCost {
    fn of(y: &[f64]) -> Self {
        let centre = super::moments::mean(y);
        let (mut sums, mut squares) = (vec![0.0], vec![0.0]);
        for (i, &v) in y.iter().enumerate() {
            let d = v - centre;
            sums.push(sums[i] + d);
            squares.push(squares[i] + d * d);
        }
        Self { sums, squares }
    }

    fn of_segment(&self, start: usize, end: usize) -> f64 {
        let sum = self.sums[end] - self.sums[start];
        (self.squares[end] - self.squares[start] - sum * sum / (end - start) as f64).max(0.0)
    }
}
