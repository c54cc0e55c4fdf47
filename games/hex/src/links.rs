//! Virtual connections: what a side joins even if the other one moves first (Anshelevich, *A hierarchical approach to computer
//! Hex*, 2002).
//!
//! Two ends (a cell, a group of stones, an edge) are linked over a set of empty cells, the carrier, if the side joins them within
//! it though the other moves first; they are nearly linked if it must move first. Touching ends are linked over nothing. Two links
//! with carriers apart that share an end make a link of their other ends if the shared end is the side's, a near link if it is an
//! empty cell, to which the side must move first (the AND rule). Near links whose carriers have no cell in common make a link: whatever
//! the opponent takes, one is left (the OR rule). A bridge is the smallest: two near links over one cell each.

use gametree_core::{Side, set_bits};

use crate::fill::Board;

/// Most links of a pair of ends that are kept, most near links, and how many of these the OR rule takes together. More find
/// more, at more cost; with any number what is found is true.
const MOST_LINKS: usize = 6;
const MOST_NEAR: usize = 12;
const MOST_TOGETHER: usize = 4;

/// What is found of a side's two edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Joined {
    /// Linked: the side wins, even if the other moves.
    Linked,
    /// Nearly linked by this cell: the side wins if it moves, and it does.
    By(usize),
    /// Not found to be linked. If the other side moves, it loses unless it moves to one of these cells: those that all near links
    /// share. All cells, if there are none.
    Open(u64),
}

/// A near link: its carrier and the cell with which the side makes it a link.
#[derive(Clone, Copy, Default)]
struct Near {
    carrier: u64,
    cell: u8,
}

/// What links a pair of ends.
#[derive(Clone, Copy, Default)]
struct Pair {
    links: [u64; MOST_LINKS],
    near: [Near; MOST_NEAR],
    link_count: u8,
    near_count: u8,
}

impl Pair {
    fn links(&self) -> &[u64] {
        &self.links[..usize::from(self.link_count)]
    }

    fn near(&self) -> &[Near] {
        &self.near[..usize::from(self.near_count)]
    }
}

/// The ends that are the two edges; groups come after them, then empty cells.
const EDGES: usize = 2;

pub(crate) struct Links {
    /// By end: its cell if it is an empty one, else nothing.
    cells: Vec<u64>,
    /// Ends before this one are the side's.
    own: usize,
    pairs: Vec<Pair>,
    /// Links whose consequences were not looked at yet, in the order in which they were found.
    queue: Vec<(u8, u8, u64)>,
    /// Whether a near link of the edges is enough.
    moves: bool,
    found: Option<Joined>,
}

/// The place of a pair, of two ends that differ.
fn pair(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high - 1) / 2 + low
}

impl Links {
    /// What links the edges of `side`, which is to move if `moves`.
    pub(crate) fn edges(board: &Board, side: Side, moves: bool) -> Joined {
        let empties = board.empties();
        let stones = board.stones[side.index()];
        let (mut left, mut reach) = (stones, Vec::new());
        // By end, the cells next to it; of an edge its own too.
        let edges = board.edges(side);
        for edge in edges {
            let group = board.group(edge & stones, stones);
            left &= !group;
            reach.push((edge | board.near(group)) & empties);
            if edges.iter().all(|edge| edge & group != 0) {
                return Joined::Linked;
            }
        }
        while left != 0 {
            let group = board.group(left & left.wrapping_neg(), left);
            left &= !group;
            reach.push(board.near(group) & empties);
        }
        let own = reach.len();
        let mut cells = vec![0; own];
        for cell in set_bits(&[empties]) {
            cells.push(1 << cell);
            reach.push(board.near(1 << cell) & empties);
        }
        let ends = cells.len();
        let mut links = Links {
            cells,
            own,
            pairs: vec![Pair::default(); ends * (ends - 1) / 2],
            queue: Vec::new(),
            moves,
            found: None,
        };
        for end in own..ends {
            for (other, near) in reach[..end].iter().enumerate() {
                if near & links.cells[end] != 0 {
                    links.add(other, end, 0);
                }
            }
        }
        links.search();
        links.found.unwrap_or_else(|| {
            let near = links.pairs[pair(0, 1)].near();
            Joined::Open(near.iter().fold(u64::MAX, |shared, near| shared & near.carrier))
        })
    }

    fn search(&mut self) {
        let mut next = 0;
        while next < self.queue.len() && self.found.is_none() {
            let (a, b, carrier) = self.queue[next];
            next += 1;
            let (a, b) = (usize::from(a), usize::from(b));
            // A smaller one may have taken its place.
            if !self.pairs[pair(a, b)].links().contains(&carrier) {
                continue;
            }
            self.extend(a, b, carrier);
            self.extend(b, a, carrier);
        }
    }

    /// The AND rule: a link from `from` to `by`, and from there on.
    fn extend(&mut self, from: usize, by: usize, carrier: u64) {
        // Through an edge nothing comes that does not end there.
        if by < EDGES {
            return;
        }
        let mid = self.cells[by];
        for to in 0..self.cells.len() {
            if to == from || to == by || carrier & self.cells[to] != 0 {
                continue;
            }
            let place = pair(by, to);
            for index in 0..usize::from(self.pairs[place].link_count) {
                let Some(&other) = self.pairs[place].links().get(index) else { break };
                if other & (carrier | self.cells[from]) != 0 {
                    continue;
                }
                if by < self.own {
                    self.add(from, to, carrier | other);
                } else {
                    self.add_near(from, to, Near { carrier: carrier | other | mid, cell: mid.trailing_zeros() as u8 });
                }
                if self.found.is_some() {
                    return;
                }
            }
        }
    }

    /// Takes in a link, unless one with fewer cells is there.
    fn add(&mut self, a: usize, b: usize, carrier: u64) {
        let pair = &mut self.pairs[pair(a, b)];
        if pair.links().iter().any(|&link| link & !carrier == 0) {
            return;
        }
        if a.max(b) < EDGES {
            self.found = Some(Joined::Linked);
            return;
        }
        let count = usize::from(pair.link_count);
        let kept = keep(&mut pair.links[..count], |link| carrier & !link != 0);
        if kept == MOST_LINKS {
            return;
        }
        pair.links[kept] = carrier;
        pair.link_count = kept as u8 + 1;
        let count = usize::from(pair.near_count);
        pair.near_count = keep(&mut pair.near[..count], |near| carrier & !near.carrier != 0) as u8;
        self.queue.push((a as u8, b as u8, carrier));
    }

    /// Takes in a near link, and what it makes together with others.
    fn add_near(&mut self, a: usize, b: usize, new: Near) {
        let place = pair(a, b);
        let pair = &mut self.pairs[place];
        if pair.links().iter().any(|&link| link & !new.carrier == 0)
            || pair.near().iter().any(|near| near.carrier & !new.carrier == 0)
        {
            return;
        }
        if self.moves && a.max(b) < EDGES {
            self.found = Some(Joined::By(usize::from(new.cell)));
            return;
        }
        let count = usize::from(pair.near_count);
        let kept = keep(&mut pair.near[..count], |near| new.carrier & !near.carrier != 0);
        pair.near_count = kept as u8;
        let others = pair.near;
        if kept < MOST_NEAR {
            pair.near[kept] = new;
            pair.near_count += 1;
        }
        self.join(a, b, &others[..kept], new.carrier, new.carrier, 1);
    }

    /// The OR rule: looks for near links that share no cell with those so far, which share `shared` and take `all`.
    fn join(&mut self, a: usize, b: usize, others: &[Near], shared: u64, all: u64, taken: usize) {
        for (index, near) in others.iter().enumerate() {
            let left = shared & near.carrier;
            if left == 0 {
                self.add(a, b, all | near.carrier);
            } else if left != shared && taken + 1 < MOST_TOGETHER {
                self.join(a, b, &others[index + 1..], left, all | near.carrier, taken + 1);
            }
        }
    }
}

/// Moves those to the front that are wanted; returns how many.
fn keep<T: Copy>(list: &mut [T], wanted: impl Fn(T) -> bool) -> usize {
    let mut kept = 0;
    for index in 0..list.len() {
        if wanted(list[index]) {
            list[kept] = list[index];
            kept += 1;
        }
    }
    kept
}
