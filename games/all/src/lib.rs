//! The one list of the games that gametree's programs know.
