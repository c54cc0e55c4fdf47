//! Matches between players built from specs: plan, schedule, runner, records and statistics.
