//! One file for each command: its arguments, its example, and what it does. None takes anything from another; what several need
//! stands in the rooms beside this one.

mod dry_run;
pub(crate) mod merge;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod reproduce;
pub(crate) mod status;
pub(crate) mod sweep;
pub(crate) mod tournament;
