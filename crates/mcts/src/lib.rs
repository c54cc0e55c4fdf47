//! Monte Carlo tree search: one tree and one loop, with flat, UCT, RAVE and GRAVE as scorers.
