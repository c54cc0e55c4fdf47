//! An engine that does what the tests want: this very program, started again. What it is to do stands behind the filter that
//! chooses the one test below; libtest takes it for a filter that fits nothing.

use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use gametree_players::{PlayerSpec, Players, Standard};

const BEHAVES: &str = "engine-that:";

/// The spec of an engine that behaves so.
pub(crate) fn engine(behaviour: &str) -> PlayerSpec {
    engine_with(behaviour, "")
}

/// With further parameters, each after a comma.
pub(crate) fn engine_with(behaviour: &str, parameters: &str) -> PlayerSpec {
    let command = command(behaviour).replace('\\', "\\\\").replace('"', "\\\"");
    Standard::parse(&format!("gtp:command=\"{command}\"{parameters}")).unwrap()
}

/// A line of a plan's `players`.
pub(crate) fn player(name: &str, behaviour: &str) -> String {
    format!("{{ name = \"{name}\", spec = '''{}''' }}", engine(behaviour))
}

fn command(behaviour: &str) -> String {
    let program = std::env::current_exe().unwrap();
    format!("'{}' --exact mock::the_engine --nocapture '{BEHAVES}{behaviour}'", program.display())
}

/// What other tests start as an engine. By itself it starts one that plays well, and looks at its replies.
#[test]
fn the_engine() {
    let Some(behaviour) = std::env::args().find_map(|arg| arg.strip_prefix(BEHAVES).map(str::to_string)) else {
        let words = shlex::split(&command("plays well")).unwrap();
        let mut engine = Command::new(&words[0]);
        let mut engine = engine.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        engine.stdin.take().unwrap().write_all(b"1 clear_board\n2 genmove b\n3 quit\n").unwrap();
        let output = engine.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.ends_with("\n=1\n\n=2 1\n\n=3\n\n"), "{text}");
        return;
    };
    let (kind, detail) = behaviour.split_once('=').unwrap_or((&behaviour, ""));
    let mut mock = Mock { kind, detail, moves: 0 };
    // libtest has begun a line.
    mock.say("\n");
    mock.run();
    exit(0);
}

struct Mock<'a> {
    kind: &'a str,
    detail: &'a str,
    /// Own moves so far in this process.
    moves: usize,
}

impl Mock<'_> {
    fn say(&self, text: impl AsRef<[u8]>) {
        let mut out = io::stdout().lock();
        if out.write_all(text.as_ref()).and_then(|()| out.flush()).is_err() {
            exit(0);
        }
    }

    fn run(&mut self) {
        match self.kind {
            "exits" => exit(3),
            "says nothing" => sleep(Duration::from_secs(600)),
            "floods at once" => self.flood(b"x"),
            "cries" => {
                let mut err = io::stderr().lock();
                (0..3000).for_each(|number| err.write_all(format!("{number:01000}\n").as_bytes()).unwrap());
            }
            "tells its number" => std::fs::write(self.detail, std::process::id().to_string()).unwrap(),
            _ => (),
        }
        for line in io::stdin().lock().lines() {
            let line = line.unwrap();
            let mut words = line.split(' ');
            let (id, command) = (words.next().unwrap().to_string(), words.next().unwrap_or_default());
            let rest: Vec<&str> = words.collect();
            if !self.detail.is_empty() && self.kind == "writes down" {
                let mut file = std::fs::OpenOptions::new().create(true).append(true).open(self.detail).unwrap();
                writeln!(file, "{command} {}", rest.join(" ")).unwrap();
            }
            match command {
                "quit" => {
                    self.say(format!("={id}\n\n"));
                    return;
                }
                "list_commands" => self.say(format!("={id} genmove\ntime_settings\ntime_left\n\n")),
                "genmove" => self.genmove(&id),
                "play" if self.kind == "refuses moves" => self.say(format!("?{id} illegal move\n\n")),
                "boardsize" if self.kind == "refuses sizes" => self.say(format!("?{id} unacceptable size\n\n")),
                _ => self.say(format!("={id}\n\n")),
            }
        }
    }

    /// Nim: one stone is always there to take.
    fn genmove(&mut self, id: &str) {
        self.moves += 1;
        let now = self.moves >= self.detail.parse().unwrap_or(1);
        match self.kind {
            "crashes" if now => exit(7),
            "is slow once" => {
                if self.moves == 1 {
                    sleep(Duration::from_millis(400));
                }
                self.say(format!("={id} 1\n\n"));
            }
            "hangs" | "tells its number" if now => loop {
                sleep(Duration::from_secs(1));
            },
            "takes too many" if now => self.say(format!("={id} 2\n\n")),
            "plays elsewhere" => self.say(format!("={id} Z99\n\n")),
            "talks nonsense" => self.say(format!("={id} the best move\nis banana\n\n")),
            "answers errors" => self.say(format!("?{id} out of memory\n\n")),
            "answers others" => self.say("=999999 1\n\n"),
            "answers without end" => {
                self.say(format!("={id} "));
                self.flood(b"1");
            }
            "answers many lines" => {
                self.say(format!("={id} "));
                self.flood(b"1\n");
            }
            "chatters" => self.flood(b"thinking\n"),
            "is no text" => self.say([b"=".as_slice(), id.as_bytes(), b" \xff\xfe\x00\n\n"].concat()),
            "resigns" if now => self.say(format!("={id} ResiGN\n\n")),
            "ends its output" => {
                self.say(format!("={id} 1\n"));
                exit(0);
            }
            "splits" => {
                for byte in format!("let me think\n\n# 1\r\n={id}\t1 \r\n\r\n").bytes() {
                    self.say([byte]);
                    sleep(Duration::from_millis(1));
                }
            }
            "plays one game" if now => {
                self.say(format!("={id} 1\n\n"));
                exit(0);
            }
            "forgets numbers" => self.say("= 1\n\n"),
            "works" => {
                let begin = gametree_core::thread_cpu();
                while gametree_core::thread_cpu() - begin < Duration::from_millis(50) {}
                self.say(format!("={id} 1\n\n"));
            }
            _ => self.say(format!("={id} 1\n\n")),
        }
    }

    /// Until nobody reads any more.
    fn flood(&self, text: &[u8]) -> ! {
        let text = text.repeat(8192);
        loop {
            self.say(&text);
        }
    }
}
