//! A radix-2 Fourier transform: only for the autocovariances of batch means whose correlation dies out late.

/// Transforms (re, im) in place; their length is a power of two.
pub(crate) fn transform(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    debug_assert!(n.is_power_of_two() && im.len() == n);
    if n < 2 {
        return;
    }
    let shift = usize::BITS - n.trailing_zeros();
    for i in 0..n {
        let j = i.reverse_bits() >> shift;
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    // libm's sine and cosine have the same bits on every CPU.
    let step = -2.0 * std::f64::consts::PI / n as f64;
    let roots: Vec<(f64, f64)> = (0..n / 2).map(|k| libm::sincos(step * k as f64)).map(|(s, c)| (c, s)).collect();
    let mut half = 1;
    while half < n {
        let stride = n / (2 * half);
        for start in (0..n).step_by(2 * half) {
            for k in 0..half {
                let (c, s) = roots[k * stride];
                let (a, b) = (start + k, start + k + half);
                let (x, y) = (re[b] * c - im[b] * s, re[b] * s + im[b] * c);
                (re[b], im[b]) = (re[a] - x, im[a] - y);
                (re[a], im[a]) = (re[a] + x, im[a] + y);
            }
        }
        half *= 2;
    }
}

/// Σ_t y_t·y_{t+h} for h = 0, 1, … , len−1, by the transform of the zero-padded sequence.
pub(crate) fn lagged_products(y: &[f64]) -> Vec<f64> {
    let size = (2 * y.len()).next_power_of_two();
    let mut re = vec![0.0; size];
    let mut im = vec![0.0; size];
    re[..y.len()].copy_from_slice(y);
    transform(&mut re, &mut im);
    for (a, b) in re.iter_mut().zip(&mut im) {
        (*a, *b) = (*a * *a + *b * *b, 0.0);
    }
    // The spectrum is real and even, so the forward transform serves as the inverse.
    transform(&mut re, &mut im);
    re.truncate(y.len());
    for v in &mut re {
        *v /= size as f64;
    }
    re
}

#[cfg(test)]
mod tests {
    #[test]
    fn agrees_with_direct_sums() {
        let y: Vec<f64> = (0..777).map(|i| f64::from((i * 7919) % 1009) - 504.0).collect();
        let fast = super::lagged_products(&y);
        for h in [0, 1, 2, 17, 400, 776] {
            let direct: f64 = y.iter().zip(&y[h..]).map(|(a, b)| a * b).sum();
            assert!((fast[h] - direct).abs() < 1e-9 * fast[0], "lag {h}");
        }
    }
}
