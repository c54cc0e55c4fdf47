//! The rules once more, cell by cell.

use gametree_core::{Rng, Side, Size};

use crate::geometry::{Cells, WORDS};

/// One cell after the other, row by row.
pub(super) type Board = Vec<Option<Side>>;

/// The neighbours of a cell.
pub(super) fn neighbours(size: Size, cell: usize) -> Vec<usize> {
    let (cols, rows) = (i32::from(size.cols), i32::from(size.rows));
    let (row, col) = (cell as i32 / cols, cell as i32 % cols);
    [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)]
        .into_iter()
        .map(|(down, right)| (row + down, col + right))
        .filter(|&(row, col)| (0..rows).contains(&row) && (0..cols).contains(&col))
        .map(|(row, col)| (row * cols + col) as usize)
        .collect()
}

/// Whether a cell lies at the near (top, left) and at the far edge that `side` joins.
fn edges(size: Size, side: Side, cell: usize) -> [bool; 2] {
    let (row, col) = (cell / usize::from(size.cols), cell % usize::from(size.cols));
    match side {
        Side::First => [row == 0, row + 1 == usize::from(size.rows)],
        Side::Second => [col == 0, col + 1 == usize::from(size.cols)],
    }
}

/// Whether `side` joins its edges: by a flood with a stack, from the near edge or from one cell.
pub(super) fn joins(size: Size, board: &Board, side: Side, through: Option<usize>) -> bool {
    let mut stack: Vec<usize> = match through {
        Some(cell) => vec![cell],
        None => (0..board.len()).filter(|&cell| edges(size, side, cell)[0]).collect(),
    };
    stack.retain(|&cell| board[cell] == Some(side));
    let mut seen = vec![false; board.len()];
    let mut met = [false; 2];
    while let Some(cell) = stack.pop() {
        if !std::mem::replace(&mut seen[cell], true) {
            let here = edges(size, side, cell);
            met = [met[0] | here[0], met[1] | here[1]];
            stack.extend(neighbours(size, cell).into_iter().filter(|&next| board[next] == Some(side)));
        }
    }
    met == [true; 2]
}

/// The same by union-find over all stones and two nodes for the edges.
pub(super) fn joins_by_union(size: Size, board: &Board, side: Side) -> bool {
    fn root(parents: &mut [usize], mut node: usize) -> usize {
        while parents[node] != node {
            parents[node] = parents[parents[node]];
            node = parents[node];
        }
        node
    }
    let (near, far) = (board.len(), board.len() + 1);
    let mut parents: Vec<usize> = (0..board.len() + 2).collect();
    let mut unite = |a: usize, b: usize| {
        let (a, b) = (root(&mut parents, a), root(&mut parents, b));
        parents[a] = b;
    };
    for cell in (0..board.len()).filter(|&cell| board[cell] == Some(side)) {
        let [at_near, at_far] = edges(size, side, cell);
        if at_near {
            unite(cell, near);
        }
        if at_far {
            unite(cell, far);
        }
        for next in neighbours(size, cell) {
            if board[next] == Some(side) {
                unite(cell, next);
            }
        }
    }
    root(&mut parents, near) == root(&mut parents, far)
}

/// Each cell first's with probability `first` of 100, empty with `empty` of 100, else second's.
pub(super) fn random(size: Size, rng: &mut Rng, first: u32, empty: u32) -> Board {
    let draw = |number| match number {
        n if n < empty => None,
        n if n < empty + first => Some(Side::First),
        _ => Some(Side::Second),
    };
    (0..size.area()).map(|_| draw(rng.below(100))).collect()
}

/// The bitboards of a board.
pub(super) fn cells(board: &Board) -> [Cells; 2] {
    let mut cells = [[0; WORDS]; 2];
    for (cell, stone) in board.iter().enumerate() {
        if let Some(side) = stone {
            cells[side.index()][cell / 64] |= 1 << (cell % 64);
        }
    }
    cells
}
