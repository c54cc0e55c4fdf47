//! Tests of ratios that were measured several times.

use gametree_statistics::mean_ratio;

use crate::close;

/// Fewer than five: the geometric mean with Student's interval. With 3 degrees of freedom t is 3.182446.
#[test]
fn few_ratios_have_the_interval_of_a_mean() {
    let found = mean_ratio(&[0.1f64, 0.2, 0.3, 0.6].map(libm::exp)).unwrap();
    close(found.ratio, libm::exp(0.3), 1e-12);
    let spread = 3.182_446 * (0.14f64 / 3.0 / 4.0).sqrt();
    let [low, high] = found.interval.unwrap();
    close(low, libm::exp(0.3 - spread), 1e-6);
    close(high, libm::exp(0.3 + spread), 1e-6);
    let single = mean_ratio(&[2.0]).unwrap();
    assert!((single.ratio - 2.0).abs() < 1e-12 && single.interval.is_none());
    let [low, high] = mean_ratio(&[1.0, 1.0]).unwrap().interval.unwrap();
    assert_eq!([low, high], [1.0, 1.0]);
}

/// By hand: of the logarithms 1, 2, … 9 and 100 the lowest and highest two go. The mean of 3, … 8 is 5.5; with 3 and 8 in place of those
/// left out the squares about 5.5 add up to 2 (3 · 2.5² + 1.5² + 0.5²) = 42.5. With 5 degrees of freedom t is 2.570582.
#[test]
fn what_lies_far_out_counts_as_the_nearest_that_is_kept() {
    // Small steps, so that no exponential is out of reach.
    let ratios: Vec<f64> =
        [100.0, 3.0, 9.0, 1.0, 5.0, 2.0, 8.0, 4.0, 7.0, 6.0].map(|log: f64| libm::exp(log / 100.0)).into();
    let found = mean_ratio(&ratios).unwrap();
    close(found.ratio, libm::exp(0.055), 1e-12);
    let spread = 2.570_582 * (42.5f64 / (6.0 * 5.0)).sqrt() / 100.0;
    let [low, high] = found.interval.unwrap();
    close(low, libm::exp(0.055 - spread), 1e-7);
    close(high, libm::exp(0.055 + spread), 1e-7);
    // The other way round it is the inverse.
    let inverse = mean_ratio(&ratios.iter().map(|ratio| 1.0 / ratio).collect::<Vec<_>>()).unwrap();
    close(inverse.ratio * found.ratio, 1.0, 1e-12);
    close(inverse.interval.unwrap()[0] * high, 1.0, 1e-12);
}

/// Of 4,000 series of 15, with one measurement of six disturbed by up to a third, about 95 in 100 intervals hold the ratio.
#[test]
fn the_interval_holds_what_it_says() {
    let mut state = 1u64;
    let mut uniform = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut held = 0;
    for _ in 0..4000 {
        let ratios: [f64; 15] = std::array::from_fn(|_| {
            let noise = (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
            let disturbed = if uniform() < 1.0 / 6.0 { (uniform() - 0.5) * 0.6 } else { 0.0 };
            libm::exp(0.02 + 0.01 * noise + disturbed)
        });
        let [low, high] = mean_ratio(&ratios).unwrap().interval.unwrap();
        held += usize::from((low..=high).contains(&libm::exp(0.02)));
    }
    assert!((3720..=3900).contains(&held), "{held} of 4000");
}

#[test]
fn nothing_is_made_of_nothing() {
    for ratios in [&[][..], &[1.0, 0.0], &[1.0, -1.0], &[f64::NAN], &[1.0, f64::INFINITY]] {
        assert_eq!(mean_ratio(ratios), None, "{ratios:?}");
    }
    let wide = mean_ratio(&[f64::MIN_POSITIVE, f64::MAX]).unwrap();
    assert!(wide.ratio.is_finite() && wide.interval.is_none(), "{wide:?}");
}
