//! What is known of a position for certain, for searches that solve: cells that no longer matter, virtual connections, and the
//! moves that are left by them.
//!
//! First dead and captured cells are filled in. If then the mover's edges are linked or nearly linked, it has won; if the opponent's
//! are linked, it has lost. Else every near link of the opponent's edges is a threat, and a move outside of its carrier loses: what
//! all carriers share is the must-play region (Hayward, *A puzzling Hex primer*, 2009). Of two moves the one is left out whose cell
//! the other one would capture or make dead as well.

use gametree_core::{Evaluate, Game, Known, Outcome, Side, mix, set_bits};

use crate::fill::{Board, MOST_CELLS, Rings};
use crate::links::{Joined, Links};
use crate::position::Hex;

/// The board, if it is one that is looked at: not too large, and nobody may swap any more.
fn board(hex: &Hex) -> Option<Board> {
    let stones = hex.stones.each_ref().map(|cells| cells[0]);
    let fits = hex.size().area() <= MOST_CELLS && !(hex.swap && hex.plies < 2);
    fits.then_some(Board { size: hex.size(), stones })
}

/// The rings of the board with dead and captured cells filled in.
fn filled(board: Board) -> Rings {
    let mut rings = Rings::new(board);
    rings.fill(board.all(), Side::First);
    rings
}

/// See [`Evaluate::known`].
pub(crate) fn known(hex: &Hex, out: &mut Vec<u16>) -> Known {
    let Some(board) = board(hex) else { return Known::Nothing };
    let rings = filled(board);
    let mover = hex.to_move();
    let value = |side: Side, cell: usize, out: &mut Vec<u16>| {
        out.push(cell as u16);
        Known::Value(Outcome::Win(side))
    };
    // Any cell: whoever has won, has won whatever the mover does now.
    let any = board.empties().trailing_zeros() as usize;
    match Links::edges(rings.board(), mover, true) {
        Joined::Linked => return value(mover, any, out),
        Joined::By(cell) => return value(mover, cell, out),
        Joined::Open(_) => {}
    }
    let must = match Links::edges(rings.board(), mover.other(), false) {
        Joined::Open(must) => must,
        Joined::Linked | Joined::By(_) => return value(mover.other(), any, out),
    };
    let moves = undominated(&rings, mover, rings.board().empties() & must);
    if moves == 0 {
        return value(mover.other(), any, out);
    }
    let start = out.len();
    out.extend(set_bits(&[moves]).map(|cell| cell as u16));
    out[start..].sort_by_key(|&cell| hex.center_distance(cell));
    Known::Moves
}

/// `moves` without those whose cell another move of the mover fills in, too.
fn undominated(rings: &Rings, mover: Side, moves: u64) -> u64 {
    let empties = rings.board().empties();
    let mut left = moves;
    for cell in set_bits(&[moves]) {
        if left >> cell & 1 == 0 {
            continue;
        }
        let mut after = rings.clone();
        after.put(cell, mover);
        after.fill(1 << cell, mover);
        left &= !(after.board().stones[mover.index()] & empties & !(1 << cell));
    }
    left
}

/// See [`Evaluate::value_key`]: the same for the position turned by half a turn, and for all positions that are equal with dead and
/// captured cells filled in, after as many plies.
pub(crate) fn value_key(hex: &Hex) -> u64 {
    let Some(board) = board(hex) else { return hex.key() };
    let filled = *filled(board).board();
    let least = filled.stones.min(filled.turned().stones);
    mix(&[least[0], least[1], u64::from(hex.plies)])
}
