//! SGF: the syntax, and what is read as a game.

use gametree_core::{Rng, Side, Size};
use gametree_games::all;
use gametree_players::sgf::{Property, SgfGame, Tree, read_trees, write_trees};

fn tree(text: &str) -> Tree {
    read_trees(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}")).swap_remove(0)
}

fn game(text: &str) -> SgfGame {
    SgfGame::read(&tree(text), &all()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(text: &str) -> String {
    let side = |side| if side == Side::First { "B" } else { "W" };
    game(text).moves.iter().map(|mv| format!("{} {} ", side(mv.side), mv.text)).collect::<String>().trim_end().into()
}

fn complaint(text: &str) -> String {
    match read_trees(text.as_bytes()) {
        Ok(trees) => SgfGame::read(&trees[0], &all()).err().map(|error| error.to_string()).unwrap_or_default(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn fc06_points_by_letters() {
    assert_eq!(moves("(;SZ[19];B[ij];W[ss])"), "B J10 W T1");
    let mut game = game("(;SZ[19];B[ij])");
    game.moves[0].text = "J10".into();
    assert_eq!(game.tree().nodes[1].value("B"), Some("ij"));
}

#[test]
fn fc08_passes_by_size() {
    for size in [9, 18, 19] {
        assert_eq!(moves(&format!("(;SZ[{size}];B[tt];W[])")), "B pass W pass");
    }
    assert_eq!(moves("(;SZ[20];B[tt];W[])"), "B U1 W pass");
    let error = complaint("(;SZ[18];B[ss])");
    assert_eq!(error, "line 1, column 10: move 1, B[ss]: not a point of a board of size 18");
    for size in [9, 18, 19, 20, 25] {
        let game = game(&format!("(;SZ[{size}];B[];W[])"));
        let text = write_trees(&[game.tree()]);
        assert!(text.contains(";B[]\n;W[])"), "{text}");
    }
}

#[test]
fn fc09_lists_of_stones() {
    let names = |points: &[usize], size: u8| -> Vec<String> {
        points.iter().map(|&point| Size::square(size).format_gtp_point(point)).collect()
    };
    let rectangle = game("(;GM[1]FF[4]SZ[19]AB[dd:ef])");
    assert_eq!(names(&rectangle.stones[0], 19), ["D16", "E16", "D15", "E15", "D14", "E14"]);
    assert_eq!(game("(;GM[1]FF[4]SZ[19]AB[ef:dd])").stones, rectangle.stones, "corners in either order");
    for text in ["(;SZ[9]AB[ee]AB[ef]AB[ff]AW[ed])", "(;SZ[9]AB[ee][ef]\n[ff]AW[ed])"] {
        let game = game(text);
        assert_eq!(names(&game.stones[0], 9), ["E5", "E4", "F4"]);
        assert_eq!(names(&game.stones[1], 9), ["E6"]);
    }
    let game = game("(;SZ[9]AB[aa:ii]AE[bb:hh];AW[ee]PL[W])");
    assert_eq!((game.stones[0].len(), game.stones[1].len(), game.to_move), (32, 1, Some(Side::Second)));
    assert!(complaint("(;SZ[9]AB[aa:jj])").contains("AB[aa:jj]: not on a board of size 9"));
    assert!(complaint("(;SZ[9]AB[]A)").contains("line 1"));
}

#[test]
fn fc10_escapes() {
    let mut game = game("(;SZ[9];B[cc])");
    let (name, comment) = (r"A[3k]\ (x;y)", "see (;B[aa]) here");
    (game.names[0], game.comment) = (Some(name.into()), Some(comment.into()));
    let text = write_trees(&[game.tree()]);
    assert!(text.contains(r"PB[A[3k\]\\ (x;y)]") && text.contains(r"C[see (;B[aa\]) here]"), "{text}");
    let again = self::game(&text);
    assert_eq!((again.names[0].as_deref(), again.comment.as_deref()), (Some(name), Some(comment)));
    assert_eq!(again.moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>(), ["C7"]);
    for newline in ["\n", "\r\n", "\n\r", "\r"] {
        let game = self::game(&format!("(;SZ[9]C[one\\{newline}two{newline}three \\: \\x\\]\t.])"));
        assert_eq!(game.comment.as_deref(), Some("onetwo\nthree : x] ."));
    }
    let error = complaint("(;US[Name[3d]]SZ[9];B[aa])");
    assert_eq!(error, "line 1, column 14: ']' is not expected here");
}

#[test]
fn the_syntax_in_its_corners() {
    // Text around, lower case letters, several game trees, variations, an empty node, white space everywhere.
    let text = "From: me (not;) \u{feff}( ; FF [4] GaMe[1] \n SZ\t[9] ( ; B [aa] ) (;B[bb];;W[cc]) )x(;SZ[5](;B[ee](;W[aa])(;W[bb])))junk";
    let trees = read_trees(text.as_bytes()).unwrap();
    assert_eq!(trees.len(), 2);
    assert_eq!(trees[0].nodes.iter().map(|node| node.children.clone()).collect::<Vec<_>>()[0], [1, 2]);
    assert_eq!(SgfGame::read(&trees[0], &all()).unwrap().moves[0].text, "A9");
    assert_eq!(SgfGame::read(&trees[1], &all()).unwrap().moves.len(), 2);
    let written = write_trees(&trees);
    let again = read_trees(written.as_bytes()).unwrap();
    assert_eq!(write_trees(&again), written);
    let shape = |trees: &[Tree]| -> Vec<Vec<Vec<usize>>> {
        trees.iter().map(|tree| tree.nodes.iter().map(|node| node.children.clone()).collect()).collect()
    };
    assert_eq!(shape(&again), shape(&trees));
    for (text, words) in [
        ("", "no game tree"),
        ("hello", "no game tree"),
        ("()", "no game tree"),
        ("(;", "line 1, column 1: this game tree is not closed"),
        ("(;B[aa]", "not closed"),
        ("x\n (;B[aa", "line 2, column 5: this value is not closed"),
        ("(;B[aa\\", "not closed"),
        ("(;B)", "property B has no value"),
        ("(;(;B[aa])B[bb])", "a property outside of a node"),
        ("(;())", "\")\" where a node was to begin"),
        ("(;((;B[aa])))", "\"(\" where a node was to begin"),
        ("(;B[aa]!)", "'!' is not expected here"),
        ("(;SZ[26])", "SZ[26]: 1 to 25"),
        ("(;SZ[0])", "SZ[0]"),
        ("(;SZ[x])", "SZ[x]"),
        ("(;SZ[9:])", "SZ[9:]"),
        ("(;GM[2])", "GM[2]: only 1 (Go, AtariGo, NoGo) and 11 (Hex) are read"),
        ("(;B[a])", "B[a]: not a point"),
        ("(;B[AA])", "B[AA]: not a point"),
    ] {
        let error = complaint(text);
        assert!(error.contains(words) && error.starts_with("line "), "{text}: {error}");
    }
}

#[test]
fn what_is_said_about_a_game() {
    let game =
        game("(;FF[4]GM[1]SZ[13:9]KM[6.5]HA[2]RU[Japanese]PB[ One ]PW[]RE[B+2.5]C[root]AB[aa][bb];W[cc]C[a move])");
    assert_eq!((game.size, game.komi, game.handicap), (Some(Size { cols: 13, rows: 9 }), Some(6.5), Some(2)));
    assert_eq!((game.names[0].as_deref(), game.names[1].as_deref()), (Some("One"), None));
    assert_eq!((game.result.as_deref(), game.rules.as_deref()), (Some("B+2.5"), Some("Japanese")));
    assert_eq!(game.moves[0].comment.as_deref(), Some("a move"));
    assert_eq!(game.first_turn(), Side::Second);
    assert_eq!(self::game(&write_trees(&[game.tree()])).tree(), self::game(&write_trees(&[game.tree()])).tree());
    assert_eq!(self::game("(;SZ[9]AB[aa])").first_turn(), Side::Second, "a handicap");
    assert_eq!(self::game("(;SZ[9]AB[aa]AW[bb])").first_turn(), Side::First);
    assert_eq!(self::game("(;AB[aa];B[bb])").first_turn(), Side::First);
    assert_eq!(self::game("(;B[aa])").size, Some(Size::square(19)));
    for (rules, name) in [("NoGo", "nogo"), ("no-go", "nogo"), ("Atari Go", "atarigo"), ("Chinese", "go"), ("", "go")] {
        assert_eq!(self::game(&format!("(;GM[1]RU[{rules}])")).game, name);
    }
}

#[test]
fn hex_in_board_notation() {
    let text = "(;FF[4]GM[11]SZ[5:4];B[a3];W[E4]C[far];B[bc];W[resign])";
    assert_eq!(moves(text), "B a3 W e4 B b3");
    let written = write_trees(&[game(text).tree()]);
    assert!(written.contains("GM[11]") && written.contains("SZ[5:4]") && written.contains(";W[e4]C[far]"), "{written}");
    assert_eq!(game("(;GM[11])").size, Some(Size::square(11)));
    for word in ["swap-pieces", "SWAP", "Swap-Pieces"] {
        let game = game(&format!("(;GM[11]SZ[3];B[a3];W[{word}];B[b2])"));
        assert_eq!((game.moves[1].text.as_str(), game.swaps()), ("swap-pieces", true));
        assert!(write_trees(&[game.tree()]).contains(";B[a3]\n;W[swap-pieces]\n;B[b2]"));
    }
    assert!(game("(;GM[11]RU[Swap-Pieces])").swaps() && !game("(;GM[11];B[a3])").swaps());
    assert!(!game("(;GM[1]RU[swap-pieces])").swaps());
    assert!(complaint("(;GM[1];B[aa];W[swap])").contains("of the swaps"));
    for program in ["HexGui:0.10.GIT", "HexGui:1.0", "benzene:0.9"] {
        assert!(game(&format!("(;AP[{program}]GM[11];B[a3];W[swap-pieces];B[f6])")).swaps(), "{program}");
    }
    assert!(complaint("(;GM[11]SZ[3];B[d1])").contains("not a point"));
    assert!(complaint("(;GM[1]RU[NoGo]SZ[3];B[])").contains("nobody passes in this game"));
}

#[test]
fn encodings() {
    let name = |bytes: &[u8]| {
        let trees = read_trees(bytes).unwrap();
        (
            SgfGame::read(&trees[0], &all()).unwrap().names[0].clone().unwrap(),
            SgfGame::read(&trees[0], &all()).unwrap().moves.len(),
        )
    };
    for bytes in ["(;CA[UTF-8]PB[Müller 囲碁];B[aa])".as_bytes(), "\u{feff}(;PB[Müller 囲碁];B[aa])".as_bytes()] {
        assert_eq!(name(bytes), ("Müller 囲碁".into(), 1));
    }
    assert_eq!(name(b"(;PB[M\xfcller];B[aa])"), ("Müller".into(), 1));
    assert_eq!(name(b"(;CA[ISO-8859-1]PB[M\xc3\xbcller];B[aa])"), ("M\u{c3}\u{bc}ller".into(), 1));
    let mut tree = Tree::default();
    tree.push(vec![Property::new("PB", "Müller")]);
    assert_eq!(read_trees(write_trees(&[tree]).as_bytes()).unwrap()[0].nodes[0].value("PB"), Some("Müller"));
}

/// A file in another encoding: names, moves, warnings.
fn in_bytes(bytes: &[u8]) -> (Option<String>, usize, Vec<String>) {
    let trees = read_trees(bytes).unwrap_or_else(|error| panic!("{error}"));
    let game = SgfGame::read(&trees[0], &all()).unwrap();
    let warnings = game.warnings.iter().map(ToString::to_string).collect();
    (game.names[0].clone(), game.moves.len(), warnings)
}

#[test]
fn fc_52_text_in_other_encodings() {
    let file =
        |label: &str, name: &[u8]| [b"(;GM[1]SZ[9]CA[", label.as_bytes(), b"]PB[", name, b"];B[cc];W[dd])"].concat();
    // Second bytes that are a backslash or a bracket to who reads bytes.
    for (labels, bytes, name) in [
        (&["Shift_JIS", "SJIS", "cp932", " shift-jis ", "Windows-31J"][..], &b"\x83\x5c\x83\x5d\x95\x5c"[..], "ソゾ表"),
        (&["GBK", "GB2312", "cp936", "gb18030", "x-gbk"], b"\x81\x5c\x81\x5d\xb0\xa1", "乗乚啊"),
        (&["Big5", "BIG-5", "cp950", "big5-hkscs"], b"\xa5\x5c\xa5\x5d", "功包"),
        (&["EUC-KR", "ks_c_5601-1987", "cp949", "UHC"], b"\xb0\xa1\xb3\xaa", "가나"),
        (&["EUC-JP", "eucJP"], b"\xb0\xcf\xb8\xeb", "囲碁"),
        (&["ISO-2022-JP", "JIS"], b"\x1b$B0O8k\x1b(B", "囲碁"),
        (&["KOI8-R"], b"\xe7\xcf", "Го"),
        (&["Windows-1251", "cp1251"], b"\xc3\xee", "Го"),
        (&["ISO-8859-1", "Latin1", "cp1252", "iso8859_1"], b"M\xfcller", "Müller"),
        (&["UTF-8", "utf8", "Unicode"], "囲碁".as_bytes(), "囲碁"),
    ] {
        for label in labels {
            assert_eq!(in_bytes(&file(label, bytes)), (Some(name.into()), 2, Vec::new()), "{label}");
            let late = [b"(;GM[1]SZ[9]PB[", bytes, b"]CA[", label.as_bytes(), b"];B[cc];W[dd])"].concat();
            assert_eq!(in_bytes(&late), (Some(name.into()), 2, Vec::new()), "{label} after the name");
        }
        // And written in ours.
        let written =
            write_trees(&[SgfGame::read(&read_trees(&file(labels[0], bytes)).unwrap()[0], &all()).unwrap().tree()]);
        assert_eq!(in_bytes(written.as_bytes()), (Some(name.into()), 2, Vec::new()), "{written}");
    }
    let text = "(;SZ[9]PB[囲碁];B[cc];W[dd])";
    let wide = |one: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(one).collect() };
    let [little, big] = [wide(u16::to_le_bytes), wide(u16::to_be_bytes)];
    let marked = [b"\xff\xfe", &little[..]].concat();
    for bytes in [text.as_bytes(), &[b"\xef\xbb\xbf", text.as_bytes()].concat(), &marked, &little, &big] {
        assert_eq!(in_bytes(bytes), (Some("囲碁".into()), 2, Vec::new()));
    }
    assert_eq!(in_bytes(&[b"\xfe\xff", &big[..]].concat()).0.as_deref(), Some("囲碁"));
}

#[test]
fn fc_52_encodings_that_are_not_what_they_say() {
    let refused = |bytes: &[u8]| read_trees(bytes).unwrap_err().to_string();
    let file = |label: &str, name: &[u8]| [b"(;SZ[9]\nCA[", label.as_bytes(), b"]PB[", name, b"];B[cc])"].concat();
    let error = refused(&file("Big5", b"\xab\xcd\xff"));
    assert_eq!(error, "line 2, column 1: CA[Big5]: at line 2, column 13 the bytes are not in this encoding");
    assert!(refused(&file("UTF-8", b"M\xfcller")).starts_with("line 2, column 1: CA[UTF-8]: at line 2, column 14"));
    assert!(
        refused(&file("x-mine", b"M\xfcller")).starts_with("line 2, column 1: CA[x-mine]: this encoding is not known")
    );
    assert!(refused(b"\xff\xfe(\0;\0\0\xd8)\0").contains("not UTF-16LE"));
    for (bytes, name, warning) in [
        (
            &file("x-mine", "Müller".as_bytes())[..],
            "Müller",
            "line 2, column 1: CA[x-mine]: this encoding is not known; read as UTF-8",
        ),
        (&file("x-mine", b"Moller"), "Moller", "line 2, column 1: CA[x-mine]: this encoding is not known"),
        (&file("UTF-16", b"Moller"), "Moller", "line 2, column 1: CA[UTF-16]: this encoding is not known"),
        (
            &file("ISO-2022-JP", "Müller".as_bytes()),
            "Müller",
            "line 2, column 1: CA[ISO-2022-JP], but the text is UTF-8 and not that; read as UTF-8",
        ),
        (
            b"(;PB[M\xfcller];B[cc])",
            "Müller",
            "line 1, column 7: no CA, and not UTF-8: read as ISO-8859-1 (windows-1252)",
        ),
    ] {
        assert_eq!(in_bytes(bytes), (Some(name.into()), 1, vec![warning.into()]));
    }
    // A comment that speaks of CA[…] is none, and of several games the first says it.
    assert_eq!(in_bytes("(;C[CA[SJIS\\]]PB[ü];B[cc])".as_bytes()).0.as_deref(), Some("ü"));
    let two = read_trees(b"(;CA[SJIS]PB[\x83\x5c])(;CA[Big5]PB[\x83\x5c])").unwrap();
    assert_eq!(two[1].warnings[0].to_string(), "line 1, column 19: CA[Big5]: the file as a whole is read as Shift_JIS");
}

#[test]
fn fc_53_forms_of_the_syntax() {
    for (text, read, warning) in [
        ("(SZ[9];B[cc])", "B C7", "line 1, column 2: a node without its semicolon"),
        ("x (not) (b [1])\n( FF [4]SZ[9](;B[cc]))", "B C7", "line 2, column 3: a node without its semicolon"),
        ("(;SZ[9](B[cc])(W[dd]))", "B C7", "line 1, column 9: a node without its semicolon"),
        (
            "(;SZ[9];B[tt]W[tt])",
            "B pass W pass",
            "line 1, column 14: more than one move in a node: read one after the other",
        ),
        (
            "(;SZ[9];B[cc]W[dd]B[ee]C[x];W[ff])",
            "B C7 W D6 B E5 W F4",
            "line 1, column 14: more than one move in a node: read one after the other",
        ),
        ("(;SZ[9];B[cc][dd])", "B C7 B D6", "line 1, column 9: more than one move in a node: read one after the other"),
        (
            "(;SZ[9];B[cc](;W[dd]);W[ee];B[ff])",
            "B C7 W D6",
            "line 1, column 22: a node after a variation that is closed: read as one more variation",
        ),
        (
            "(;GaMe[1]SiZe[9]AddBlack[aa];White[dd])",
            "W D6",
            "line 1, column 3: a long name of a property: GaMe is read as GM, and the others in the same way",
        ),
    ] {
        assert_eq!(moves(text), read, "{text}");
        assert_eq!(warnings(text)[0], warning, "{text}");
    }
    assert_eq!(game("(;SZ[9];B[cc]W[dd]C[x])").moves[1].comment.as_deref(), Some("x"));
    assert_eq!(tree("(;SZ[9];B[cc](;W[dd]);W[ee];B[ff])").nodes[1].children, [2, 3]);
}

fn warnings(text: &str) -> Vec<String> {
    game(text).warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn fc_53_points_turns_and_values() {
    for (text, read, warning) in [
        (
            "(;SZ[19];B[R16];W[c3])",
            "B R16 W C3",
            "line 1, column 10: B[R16]: read as the point R16 of the board, and others like it",
        ),
        (
            "(;SZ[9]AB[C3:D4];W[dd])",
            "W D6",
            "line 1, column 8: AB[C3:D4]: read as the point C3 of the board, and others like it",
        ),
        ("(;SZ[9]KM[x];B[cc])", "B C7", "line 1, column 8: KM[x]: not a number; as if it were not there"),
        ("(;SZ[9]KM[];B[cc])", "B C7", "line 1, column 8: KM[]: not a number; as if it were not there"),
        ("(;SZ[9]HA[];B[cc])", "B C7", "line 1, column 8: HA[]: not a number of stones; as if it were not there"),
        ("(;SZ[9]PL[x];B[cc])", "B C7", "line 1, column 8: PL[x]: neither B nor W; as if it were not there"),
        ("(;SZ[9]PL[2];B[cc])", "B C7", "line 1, column 8: PL[2]: read as W"),
        ("(;GM[]SZ[9];B[cc])", "B C7", "line 1, column 3: GM[]: read as 1, Go"),
        (
            "(;SZ[9];B[cc]AW[dd])",
            "B C7",
            "line 1, column 14: stones set up and a move in one node: the stones come first",
        ),
    ] {
        assert_eq!((moves(text).as_str(), warnings(text)), (read, vec![warning.to_string()]), "{text}");
    }
    for (value, side) in [("1", Side::First), ("2", Side::Second), ("Black", Side::First), ("white", Side::Second)] {
        assert_eq!(game(&format!("(;PL[{value}])")).to_move, Some(side), "{value}");
    }
    for value in ["I5", "T20", "AA", "Z9", "R0", "16R"] {
        assert!(complaint(&format!("(;SZ[19];B[{value}])")).contains("not a point of a board"), "{value}");
    }
}

#[test]
fn fc_51_words_that_rules_do_not_have_cost_a_warning_and_nothing_else() {
    let options = |text: &str| {
        let game = game(text);
        let said = |(name, value): (&String, &toml::Value)| format!("{name}={value}");
        (game.options.iter().map(said).collect::<Vec<_>>().join(" "), warnings(text).join("; "))
    };
    for (rules, found, warned) in [
        ("RU[level=9]", "", "these rules are not known"),
        ("RU[ko=triple]", "", "these rules are not known"),
        ("RU[AtariGo, x=1]", "", "x=1 is not known for atarigo"),
        ("KM[6.5]RU[komi=3.5]", "komi=6.5", "these rules are not known"),
        ("RU[Japanese, simple ko]", "ko=\"simple\" suicide=false", "counts territory"),
        ("RU[Chinese,komi=7.5]", "ko=\"simple\" suicide=false", "komi=7.5 is not known for go"),
        ("RU[NZ, no suicide]", "ko=\"situational\" suicide=false", ""),
    ] {
        let (options, warnings) = options(&format!("(;SZ[9]{rules};B[cc])"));
        assert_eq!(options, found, "{rules}");
        assert!(warnings.contains(warned) && warnings.is_empty() == warned.is_empty(), "{rules}: {warnings}");
    }
}

#[test]
fn fc_54_stones_of_both_sides_on_one_point_are_refused_whatever_stands_between() {
    for text in ["(;SZ[9]AB[cc]AE[cc]AW[cc];B[dd])", "(;SZ[9];B[dd];AB[cc]AE[cc]AW[cc])"] {
        assert!(complaint(text).contains("AW[cc]: C7 has a stone of the other side"), "{text}");
    }
}

/// Where B goes on after the swap, B and W are the players, also in the result; where W does, they are the colours.
#[test]
fn fc_53_who_has_won_after_a_swap_of_the_sides() {
    let result = |line: &str| game(&format!("(;GM[11]SZ[3]RE[B+R];B[a1];W[swap-sides];{line})")).result;
    assert_eq!(result("B[b2];W[c3]").as_deref(), Some("W+R"));
    assert_eq!(result("W[b2];B[c3]").as_deref(), Some("B+R"));
    let found = warnings("(;GM[11]SZ[3]RE[B+R];B[a1];W[swap-sides];W[b2];B[c3])").join("; ");
    assert!(found.contains("RE[B+R] after swap-sides: taken for the colour"), "{found}");
}

#[test]
fn fc_53_swapped_sides_in_hex() {
    let exchanged = "swap-sides: the stone stays, and the players exchange their seats; read as a game without a swap";
    for (head, swap, line) in [
        ("", "swap-sides", "W[b2];B[c3]"),
        ("RU[swap-pieces]", "Swap-Sides", "W[b2];B[c3]"),
        ("", "swap-sides", "B[b2];W[c3]"),
        ("AP[HexGui:0.9.GIT]", "swap-pieces", "W[b2];B[c3]"),
        ("AP[HexGui:0.10]", "swap-pieces", "W[b2];B[c3]"),
        ("AP[benzene:0.9]", "swap", "W[b2];B[c3]"),
    ] {
        let text = format!("(;{head}GM[11]SZ[5]PB[one]PW[other]BR[1]WR[2];B[a3];W[{swap}]C[x];{line})");
        let game = game(&text);
        assert_eq!(moves(&text), "B a3 W b2 B c3", "{text}");
        assert_eq!(game.names, [Some("other".into()), Some("one".into())], "{text}");
        assert_eq!(game.about, [("WR".into(), "1".into()), ("BR".into(), "2".into())]);
        assert_eq!(game.moves[0].comment.as_deref(), Some("x"));
        assert_eq!(game.swaps(), head.starts_with("RU"), "{text}");
        assert!(warnings(&text).iter().any(|warning| warning.ends_with(exchanged)), "{text}");
        let written = write_trees(&[game.tree()]);
        assert_eq!((moves(&written).as_str(), warnings(&written).len()), ("B a3 W b2 B c3", 0), "{written}");
    }
    for line in
        ["W[swap-sides]", "B[a1];W[b2];B[swap-sides]", "B[a1];B[swap-sides]", "B[a1];W[swap-sides];W[swap-sides]"]
    {
        let error = complaint(&format!("(;GM[11]SZ[5];{line})"));
        assert!(error.contains("only the second move of a game swaps"), "{line}: {error}");
    }
    assert!(complaint("(;GM[11];B[a1];W[b2];B[swap-pieces];B[c3])").contains("after its own swap"));
}

#[test]
fn fc_54_setup_in_the_middle() {
    let read = game("(;GM[1]SZ[9];B[cc];W[ee];AE[cc]AW[dd]C[so];B[ff];W[gg];PL[W])");
    assert_eq!(read.moves.len(), 4);
    let [setup, turn] = &read.setups[..] else { panic!("{:?}", read.setups) };
    assert_eq!((setup.before, &setup.stones, &setup.emptied), (2, &[vec![], vec![30]], &vec![20]));
    assert_eq!((setup.to_move, setup.comment.as_deref(), turn.to_move), (None, Some("so"), Some(Side::Second)));
    let written = write_trees(&[read.tree()]);
    assert!(written.contains(";W[ee]\n;AW[dd]AE[cc]C[so]\n;B[ff]\n;W[gg]\n;PL[W])"), "{written}");
    assert_eq!(game(&written).tree(), read.tree());
    for head in ["", ";B[cc]", "AE[bb]"] {
        let error = complaint(&format!("(;SZ[9]{head};AB[aa][dd]AW[cc:ee])"));
        assert!(error.ends_with("AW[cc:ee]: D6 has a stone of the other side in this node"), "{error}");
    }
    // In the next node it may be another one's.
    assert_eq!(game("(;SZ[9]AB[aa];AW[aa])").stones, [vec![], vec![0]]);
    let first = SgfGame::read_first(&tree("(;SZ[9];B[cc];AB[aa];W[dd];AB[zz])"), &all(), 1).unwrap();
    assert_eq!((first.moves.len(), first.setups.len()), (1, 1));
}

#[test]
fn fc_55_values_that_cannot_be() {
    for (root, komi, handicap, words) in [
        ("KM[250]", Some(250.0), None, "KM[250]: a komi above the area of the board, 81 points on 9"),
        ("KM[-82]", Some(-82.0), None, "above the area"),
        ("KM[5000]", Some(5000.0), None, "KM[5000]: at most 1000 can be played"),
        ("KM[nan]", None, None, "KM[nan]: not a number"),
        ("KM[inf]", None, None, "KM[inf]: not a number"),
        ("KM[6,5]", Some(6.5), None, ""),
        ("KM[6.3]", Some(6.3), None, "KM[6.3]: played as 6.5"),
        ("HA[2]", None, Some(2), "HA[2], but no stones are set up (AB)"),
        ("HA[-1]", None, None, "HA[-1]: not a number of stones"),
        ("HA[99]", None, None, "HA[99]: not a number of stones"),
        ("HA[2]AB[cc][gg]", None, Some(2), ""),
        ("HA[0]", None, Some(0), ""),
        ("KM[81]", Some(81.0), None, ""),
    ] {
        let text = format!("(;GM[1]SZ[9]{root};W[ee])");
        let read = game(&text);
        assert_eq!((read.komi, read.handicap), (komi, handicap), "{text}");
        let said = warnings(&text).join("\n");
        assert!(said.contains(words) && said.is_empty() == words.is_empty(), "{text}: {said}");
        let again = game(&write_trees(&[read.tree()]));
        assert_eq!((again.komi, again.handicap), (komi, handicap), "{text}");
    }
    assert_eq!(warnings("(;SZ[2]KM[7.5])"), [""; 0], "the usual komi");
    assert_eq!(warnings("(;SZ[9]HA[2];B[aa];B[bb];W[cc])"), [""; 0]);
    assert!(complaint("(;SZ[0];B[aa])").contains("SZ[0]"));
}

#[test]
fn fc_51_rules_of_others() {
    for (rules, ko, suicide, words) in [
        ("Japanese", "simple", false, "RU[Japanese]: counts territory; here area is counted"),
        ("japanese rules", "simple", false, "counts territory"),
        ("Korean", "simple", false, "counts territory"),
        ("日本", "simple", false, "counts territory"),
        ("Chinese", "simple", false, ""),
        ("CN", "simple", false, ""),
        ("Chinese (PSK)", "positional", false, ""),
        ("Chinese-OGS", "positional", false, ""),
        ("AGA", "situational", false, ""),
        ("NZ", "situational", true, ""),
        ("New Zealand", "situational", true, ""),
        ("Tromp-Taylor", "positional", true, ""),
        ("GOE", "simple", true, "RU[GOE]: its ko rules are not known here"),
        ("Ing SST", "simple", true, "its ko rules are not known here"),
        ("koPOSITIONALscoreAREAtaxNONEsui1", "positional", true, ""),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "simple", false, "counts territory"),
    ] {
        let text = format!("(;GM[1]SZ[9]RU[{rules}])");
        let read = game(&text);
        assert_eq!(read.options.get("ko").and_then(|ko| ko.as_str()), Some(ko), "{text}");
        assert_eq!(read.options.get("suicide").and_then(|one| one.as_bool()), Some(suicide), "{text}");
        let said = warnings(&text);
        assert!(said.join("").contains(words) && said.len() == usize::from(!words.is_empty()), "{said:?}");
    }
    let unknown = game("(;RU[of the house])");
    assert!(unknown.options.is_empty());
    assert_eq!(
        warnings("(;RU[of the house])"),
        ["line 1, column 3: RU[of the house]: these rules are not known; the usual options are taken"]
    );
    // Ours, and ours from before it said suicide.
    let old = game("(;RU[area scoring, situational ko])");
    assert_eq!((old.options.len(), old.options["ko"].as_str(), old.warnings.len()), (1, Some("situational"), 0));
    let ours = game("(;RU[area scoring, simple ko, suicide])");
    assert_eq!((ours.options["suicide"].as_bool(), ours.warnings.len()), (Some(true), 0));
    assert!(game("(;GM[11]RU[swap-pieces, stop_at_win=true])").options["stop_at_win"].as_bool().unwrap());
    assert_eq!(game("(;RU[AtariGo])").warnings, []);
    assert!(warnings("(;GM[11]RU[whatever])")[0].contains("RU[whatever]: whatever is not known for hex"));
}

#[test]
fn long_and_deep_files_are_read_and_written() {
    let long = format!("(;SZ[9]{})", ";B[aa];W[bb]".repeat(100_000));
    let tree = self::tree(&long);
    assert_eq!(tree.nodes.len(), 200_001);
    assert_eq!(read_trees(write_trees(&[tree]).as_bytes()).unwrap()[0].nodes.len(), 200_001);
    let deep = format!("{}{}", "(;B[aa](;W[bb])".repeat(50_000), ")".repeat(50_000));
    assert_eq!(read_trees(write_trees(&[self::tree(&deep)]).as_bytes()).unwrap()[0].nodes.len(), 100_000);
    assert!(read_trees(&vec![b' '; 17 << 20]).unwrap_err().to_string().contains("bytes; at most"));
}

#[test]
fn any_bytes_are_read_or_refused() {
    // GAMETREE_FUZZ_ROUNDS asks for more.
    let rounds = std::env::var("GAMETREE_FUZZ_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let pieces: [&[u8]; 30] = [
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b"(;",
        b"B",
        b"W[",
        b"[aa]",
        b"AB[",
        b"aa:cc",
        b":",
        b"SZ[9]",
        b"SZ[",
        b"GM[11]",
        b"RU[NoGo]",
        b"KM[",
        b"7.5",
        b"PL[W]",
        b"C[",
        b"\n",
        b" ",
        b"\xff",
        b"\xc3\xa9",
        b"tt",
        b"b2",
        b"HA[2]",
        b"AE[",
        b"CA[latin1]",
    ];
    let mut rng = Rng::new(11);
    let (mut read, mut games) = (0, 0);
    for _ in 0..rounds {
        let mut bytes = b"(;".to_vec();
        for _ in 0..rng.below(40) {
            bytes.extend_from_slice(pieces[rng.below(pieces.len() as u32) as usize]);
        }
        if rng.below(2) == 0 {
            bytes.extend_from_slice(b"])");
        }
        if let Ok(trees) = read_trees(&bytes) {
            read += 1;
            let text = write_trees(&trees);
            let again = read_trees(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let values = |trees: &[Tree]| -> Vec<(String, Vec<String>)> {
                let nodes = trees.iter().flat_map(|tree| &tree.nodes);
                nodes.flat_map(|node| &node.properties).map(|one| (one.name.clone(), one.values.clone())).collect()
            };
            // What says ISO-8859-1 and is written as UTF-8 does not come back.
            if !text.contains("CA[") {
                assert_eq!(values(&again), values(&trees), "{text}");
            }
            games += usize::from(SgfGame::read(&trees[0], &all()).is_ok());
        }
    }
    assert!(read > rounds / 200 && games > 0, "{read} of {rounds} were read, {games} games");
}
