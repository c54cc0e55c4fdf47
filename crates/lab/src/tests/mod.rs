//! What the tests of several rooms need.

pub(crate) mod made;
