//! What is known of positions, held against plain solving.

use gametree_core::testing::check_known;

use super::start;

#[test]
fn what_is_known_is_true_on_all_boards_up_to_4x4() {
    for cols in 1..=4 {
        for rows in 1..=4 {
            let known = check_known(&start(&format!("{cols}x{rows}")), 100, 16);
            assert!(known > 0, "{cols}x{rows}");
        }
    }
}

/// From positions with few cells left, which plain solving can do.
#[test]
fn what_is_known_is_true_late_on_larger_boards() {
    for size in ["5x4", "5x5", "3x7", "7x3", "6x6", "8x8"] {
        assert!(check_known(&start(size), 40, 13) > 0, "{size}");
    }
}
