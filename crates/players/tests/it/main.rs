//! Games at the board and in files, on games made for these tests.

mod sgf;
