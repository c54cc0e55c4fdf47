//! Monte Carlo Permutation Search: the playout window, permutation statistics and frozen nodes.
