//! `gametree`, the program for people at the board; see the library of the same name.

fn main() -> std::process::ExitCode {
    gametree::main()
}
