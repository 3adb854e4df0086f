//! The numerical oracle: values of R, scipy, statsmodels, pymannkendall and ruptures, each at its stated tolerance.
//!
//! Which keys must agree is computed from the files by rule (`is_needed`); a needed key that `Case::compute` does not
//! know fails the test, so nothing is skipped silently.

#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use cbas_convergence::statistics::autocovariance::{InitialSequence, autocorrelations, long_run_variance};
use cbas_convergence::statistics::distribution::{
    chi_square_cdf, chi_square_quantile, normal_cdf, normal_quantile, student_t_cdf, student_t_quantile,
};
use cbas_convergence::statistics::equivalence::{RatioTest, WelchTest};
use cbas_convergence::statistics::interval::MeanEstimate;
use cbas_convergence::statistics::moments::{Moments, last_batch_means};
use cbas_convergence::statistics::order::{self, OrderStatistics};
use cbas_convergence::statistics::processes::Components;
use cbas_convergence::statistics::segmentation::change_points;
use cbas_convergence::statistics::trend::MannKendall;
use cbas_convergence::statistics::warm_up::mser_cut;
use serde_json::{Value, json};

const M_LRV: usize = 8192;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/oracle")
}

fn read_json(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder().join(name)).unwrap()).unwrap()
}

/// Columns of a case: its samples, or the samples of each group.
fn read_groups(name: &str) -> BTreeMap<String, Vec<f64>> {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    let mut groups: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let (group, value) = line.split_once(',').unwrap_or(("", line));
        groups.entry(group.into()).or_default().push(value.trim().parse().unwrap());
    }
    groups
}

/// The README's rule for what an implementation must agree with, and the informative keys that are compared as well.
fn is_needed(key: &str) -> bool {
    const EXACT: [&str; 17] = [
        "n",
        "mean",
        "median",
        "min",
        "max",
        "mad_raw",
        "sd",
        "quantiles_type7",
        "skewness_g1",
        "excess_kurtosis_g2",
        "mcmc_initseq_gamma0",
        "mcmc_initseq_var_pos",
        "mcmc_initseq_var_dec",
        "mser5_cut_half",
        "zero_variance",
        "mean_a",
        "mean_b",
    ];
    const FAMILIES: [&str; 17] = [
        "acf_",
        "mk_",
        "welch_",
        "tost_",
        "ratio_delta",
        "spec_",
        "t_ci95",
        "required_n_",
        "ci90_diff",
        "t_procmeans_",
        "var_between_anova",
        "var_between_reml",
        "aov_MS",
        "anova_F",
        "required_processes_",
        "n0",
        "pelt_l2_",
    ];
    let informative = key.starts_with("pelt_") && key.ends_with("jump5");
    !informative && (EXACT.contains(&key) || FAMILIES.iter().any(|family| key.starts_with(family)))
}

/// One single-series case.
struct Case {
    x: Vec<f64>,
    moments: Moments,
    estimate: MeanEstimate,
}

impl Case {
    fn new(x: Vec<f64>) -> Self {
        let moments = Moments::of(&x);
        let estimate = MeanEstimate::of(&x, M_LRV);
        Self { x, moments, estimate }
    }

    fn quantiles(&self, p: &[f64]) -> Vec<f64> {
        order::quantiles(&mut self.x.clone(), p)
    }

    /// The value of a key, or `None` for a key without a comparison.
    fn compute(&self, key: &str, expected: &Value) -> Option<Value> {
        let (x, m, e) = (&self.x, &self.moments, &self.estimate);
        let n = x.len() as f64;
        let plain = MeanEstimate::from_parts(m, m.variance());
        let mk = || MannKendall::of(x);
        Some(match key {
            "n" => json!(x.len()),
            "mean" => json!(m.mean()),
            "median" => json!(OrderStatistics::of(x).median),
            "min" => json!(OrderStatistics::of(x).min),
            "max" => json!(OrderStatistics::of(x).max),
            "mad_raw" => json!(OrderStatistics::of(x).mad),
            "sd" => json!(m.sd()),
            "quantiles_type7" => json!(self.quantiles(&[0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99])),
            "skewness_g1" => json!(m.skewness()),
            "excess_kurtosis_g2" => json!(m.excess_kurtosis()),
            "zero_variance" => json!(m.variance() == 0.0),
            "t_ci95" => {
                let half = student_t_quantile(0.975, n - 1.0) * (m.variance() / n).sqrt();
                json!([m.mean() - half, m.mean() + half])
            }
            "required_n_iid_eps01_z" => json!(plain.plain_required_n(0.01, 0.95)),
            "acf_lag0_10" => json!(autocorrelations(x, 10)),
            "mcmc_initseq_gamma0" => json!(InitialSequence::of(x).gamma0),
            "mcmc_initseq_var_pos" => json!(InitialSequence::of(x).positive),
            "mcmc_initseq_var_dec" => json!(InitialSequence::of(x).monotone),
            "mk_s" => json!(mk().s),
            "mk_var_s" => json!(mk().variance),
            "mk_z" => json!(mk().z),
            "mk_p" => json!(mk().p()),
            "mk_bm30_z" => {
                let batches = (x.len() / 2).min(30);
                json!(MannKendall::of(&last_batch_means(x, x.len() / batches, batches, 0.0)).z)
            }
            "mser5_cut_half" => json!(mser_cut(x, 5)),
            "pelt_l2_sdscaled_3logn" => {
                let sd = m.sd().unwrap();
                let scaled: Vec<f64> = x.iter().map(|v| v / sd).collect();
                json!(change_points(&scaled, 3.0 * n.ln(), 2))
            }
            "pelt_l2_winsor_diffmad_3logn" => json!(self.winsorised_changes()),
            "spec_lrv" => json!(long_run_variance(x, m.variance(), M_LRV)),
            "spec_ess" => json!(e.ess),
            "spec_df" => json!(e.df),
            "spec_se" => json!(e.standard_error),
            "spec_hall_ci95" => json!([e.interval(0.95).0, e.interval(0.95).1]),
            "spec_tci95" => {
                let half = student_t_quantile(0.975, e.df) * e.standard_error;
                json!([e.mean - half, e.mean + half])
            }
            "spec_rel_halfwidth" => json!(e.relative_half_width(0.95)),
            "spec_nested" => self.nested(expected["n1"].as_u64().unwrap() as usize),
            _ => return None,
        })
    }

    fn winsorised_changes(&self) -> Vec<usize> {
        let order = OrderStatistics::of(&self.x);
        let h = 5.0 * order::MAD_TO_SD * order.mad;
        let mut steps: Vec<f64> = self.x.windows(2).map(|p| (p[1] - p[0]).abs()).collect();
        let scale = order::MAD_TO_SD * order::median(&mut steps) / 2f64.sqrt();
        let w: Vec<f64> = self.x.iter().map(|v| v.clamp(order.median - h, order.median + h) / scale).collect();
        change_points(&w, 3.0 * (self.x.len() as f64).ln(), 5)
    }

    fn nested(&self, n1: usize) -> Value {
        let prefix = MeanEstimate::of(&self.x[..n1], M_LRV);
        let rest = MeanEstimate::of(&self.x[n1..], M_LRV);
        let mut value = ratio_value(&RatioTest::nested(&prefix, &rest, 0.01));
        value["n1"] = json!(n1);
        value["lrv_prefix"] = json!(prefix.long_run_variance);
        value["lrv_rest"] = json!(rest.long_run_variance);
        value
    }
}

fn ratio_value(test: &RatioTest) -> Value {
    let (outer, inner, p) = (test.interval(0.95), test.interval(0.90), test.one_sided(0.01));
    json!({
        "rel_diff": test.relative_difference, "se": test.standard_error, "df": test.df,
        "ci95": [outer.0, outer.1], "ci90": [inner.0, inner.1],
        "p_lower": p.0, "p_upper": p.1, "tost_p": test.p_t,
    })
}

/// Two independent runs.
fn compute_pair(key: &str, a: &[f64], b: &[f64]) -> Option<Value> {
    let (ma, mb) = (Moments::of(a), Moments::of(b));
    let welch = WelchTest::of(&ma, &mb);
    let margin = 0.01 * mb.mean();
    let (lower, upper) = welch.one_sided(margin);
    let plain = |m: &Moments| MeanEstimate::from_parts(m, m.variance());
    Some(match key {
        "mean_a" => json!(ma.mean()),
        "mean_b" => json!(mb.mean()),
        "welch_t" => json!(welch.t()),
        "welch_df" => json!(welch.df),
        "welch_p" => json!(welch.p()),
        "welch_ci95_diff" => json!([welch.interval(0.95).0, welch.interval(0.95).1]),
        "ci90_diff" => json!([welch.interval(0.90).0, welch.interval(0.90).1]),
        "tost_p_abs_1pct_of_mean_b" | "tost_p_R" => json!(lower.max(upper)),
        "tost_p_lower" => json!(lower),
        "tost_p_upper" => json!(upper),
        "tost_p_geomean_log" => {
            let logs = |x: &[f64]| Moments::of(&x.iter().map(|v| v.ln()).collect::<Vec<_>>());
            // Limits ln .99 and −ln .99, as in the reference call.
            let (lower, upper) = WelchTest::of(&logs(a), &logs(b)).one_sided(-(0.99f64.ln()));
            json!(lower.max(upper))
        }
        "ratio_delta" => ratio_value(&RatioTest::independent(&plain(&ma), &plain(&mb), 0.01)),
        "spec_indep" => {
            let (ea, eb) = (MeanEstimate::of(a, M_LRV), MeanEstimate::of(b, M_LRV));
            let mut value = ratio_value(&RatioTest::independent(&ea, &eb, 0.01));
            value["lrv_a"] = json!(ea.long_run_variance);
            value["lrv_b"] = json!(eb.long_run_variance);
            value
        }
        _ => return None,
    })
}

/// Several processes of one size.
fn compute_processes(key: &str, runs: &[&Vec<f64>]) -> Option<Value> {
    let estimates: Vec<MeanEstimate> = runs.iter().map(|x| MeanEstimate::of(x, M_LRV)).collect();
    let means: Vec<f64> = estimates.iter().map(|e| e.mean).collect();
    let errors: Vec<f64> = estimates.iter().map(|e| e.standard_error * e.standard_error).collect();
    let c = Components::of(&means, Some(&errors));
    let n0 = runs[0].len() as f64;
    let within = estimates.iter().map(|e| e.variance).sum::<f64>() / runs.len() as f64;
    let half = c.half_width(0.95);
    Some(match key {
        "n0" => json!(n0),
        "t_procmeans_mean" => json!(c.mean),
        "t_procmeans_ci95" => json!([c.mean - half, c.mean + half]),
        "aov_MSW" => json!(within),
        "aov_MSB" => json!(n0 * c.variance_of_means),
        "anova_F" => json!(n0 * c.variance_of_means / within),
        "var_between_anova" | "var_between_reml" => json!(c.variance_of_means - within / n0),
        "required_processes_eps01_z" => {
            let ratio = normal_quantile(0.975) / (0.01 * c.mean);
            json!((ratio * ratio * c.variance_of_means).ceil())
        }
        "spec_processes" => json!({
            "K": c.processes, "grand_mean": c.mean, "S2_means": c.variance_of_means,
            "within_var_of_means": c.within, "sigma2_between_raw": c.between_raw(),
            "sd_between_rel": c.between_raw().map(|v| v.max(0.0).sqrt() / c.mean),
            "ci95": [c.mean - half, c.mean + half],
            "K_required_eps01": c.required(0.01, 0.95),
        }),
        _ => return None,
    })
}

/// Compares at |got − value| ≤ rtol·max|value| + atol and returns the number of values compared.
fn compare(place: &str, got: &Value, want: &Value, rtol: f64, atol: f64, failures: &mut Vec<String>) -> usize {
    match (got, want) {
        (Value::Array(g), Value::Array(w)) => {
            if g.len() != w.len() {
                failures.push(format!("{place}: {} values instead of {}: {got} {want}", g.len(), w.len()));
            }
            let largest = w.iter().filter_map(Value::as_f64).fold(0.0f64, |m, v| m.max(v.abs()));
            let close = |(g, w): (&Value, &Value)| {
                let (g, w) = (g.as_f64().unwrap(), w.as_f64().unwrap());
                if (g - w).abs() <= rtol * largest + atol { None } else { Some(format!("{place}: {g} instead of {w}")) }
            };
            failures.extend(g.iter().zip(w).filter_map(close));
            // An empty list of change points is a value too.
            w.len().max(1)
        }
        (Value::Object(g), Value::Object(w)) => w
            .iter()
            .map(|(field, want)| match g.get(field) {
                Some(got) => compare(&format!("{place}.{field}"), got, want, rtol, atol, failures),
                None => {
                    failures.push(format!("{place}.{field} has no comparison"));
                    0
                }
            })
            .sum(),
        (Value::Number(_), Value::Number(_)) => {
            let (g, w) = (got.as_f64().unwrap(), want.as_f64().unwrap());
            if (g - w).abs() > rtol * w.abs() + atol {
                failures.push(format!("{place}: {g} instead of {w} (rtol {rtol}, atol {atol})"));
            }
            1
        }
        _ => {
            if got != want {
                failures.push(format!("{place}: {got} instead of {want}"));
            }
            1
        }
    }
}

#[test]
fn every_needed_value_agrees() {
    let mut failures = Vec::new();
    let mut compared = special_functions(&mut failures);
    let mut names: Vec<String> =
        fs::read_dir(folder()).unwrap().map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    for name in names.iter().filter(|n| n.ends_with(".csv")) {
        let groups = read_groups(name);
        let oracle = read_json(&name.replace(".csv", ".json"));
        let runs: Vec<&Vec<f64>> = groups.values().collect();
        let case = Case::new(runs[0].clone());
        for (key, entry) in oracle["expected"].as_object().unwrap().iter().filter(|(key, _)| is_needed(key)) {
            let want = &entry["value"];
            let got = match runs.len() {
                1 => case.compute(key, want),
                2 => compute_pair(key, runs[0], runs[1]),
                _ => compute_processes(key, &runs),
            };
            let place = format!("{name} {key}");
            let tolerance = |field: &str| entry[field].as_f64().unwrap_or(0.0);
            match got {
                Some(got) => {
                    compared += compare(&place, &got, want, tolerance("rtol"), tolerance("atol"), &mut failures);
                }
                None => failures.push(format!("{place} has no comparison")),
            }
        }
    }
    println!("{compared} values compared");
    assert!(failures.is_empty(), "{} of {compared} values disagree:\n{}", failures.len(), failures.join("\n"));
    assert!(compared >= 690, "only {compared} values were compared");
}

/// p00: the distributions, at the file's tolerance.
fn special_functions(failures: &mut Vec<String>) -> usize {
    let file = read_json("p00_special_functions.json");
    let (rtol, atol) = (file["rtol"].as_f64().unwrap(), file["atol"].as_f64().unwrap());
    let mut compared = 0;
    for entry in file["values"].as_array().unwrap() {
        let number = |field: &str| entry[field].as_f64().unwrap();
        let function = entry["f"].as_str().unwrap();
        let got = match function {
            "t_quantile" => student_t_quantile(number("p"), number("df")),
            "t_cdf" => student_t_cdf(number("x"), number("df")),
            "norm_quantile" => normal_quantile(number("p")),
            "norm_cdf" => normal_cdf(number("x")),
            "chi2_quantile" => chi_square_quantile(number("p"), number("df")),
            "chi2_cdf" => chi_square_cdf(number("x"), number("df")),
            // Distributions that the analysis does not use.
            "kolmogorov_sf" | "F_sf" => continue,
            other => panic!("p00 has an unknown function {other}"),
        };
        compared += compare(&format!("p00 {entry}"), &json!(got), &entry["value"], rtol, atol, failures);
    }
    compared
}
