//! The workshop: tournaments, reports and checks.

fn main() {}
