//! Sixteen counters at a time.

/// Sixteen counters: one cache line, one AVX-512 register. Tables are slices of lanes, so kernels have no remainders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Lane(pub [u32; Lane::LEN]);

impl Lane {
    /// Counters in a lane.
    pub const LEN: usize = 16;
    /// All zero.
    pub const ZERO: Lane = Lane([0; Lane::LEN]);

    /// The lanes that `len` counters take.
    #[must_use]
    pub fn count(len: usize) -> usize {
        len.div_ceil(Lane::LEN)
    }

    /// The counters of some lanes, one after the other.
    #[inline(always)]
    #[must_use]
    pub fn flat(lanes: &[Lane]) -> &[u32] {
        // SAFETY: a lane is 16 counters and nothing else (its alignment is its size), so that many lanes are that many
        // counters without gaps; the borrow is the same.
        unsafe { std::slice::from_raw_parts(lanes.as_ptr().cast(), lanes.len() * Lane::LEN) }
    }

    /// The counters of some lanes, to write.
    #[inline(always)]
    #[must_use]
    pub fn flat_mut(lanes: &mut [Lane]) -> &mut [u32] {
        // SAFETY: as in `flat`; any value is a counter, and the borrow is the only one.
        unsafe { std::slice::from_raw_parts_mut(lanes.as_mut_ptr().cast(), lanes.len() * Lane::LEN) }
    }
}

const _: () = assert!(size_of::<Lane>() == 4 * Lane::LEN);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_counters_are_those_of_the_lanes() {
        let mut lanes = [Lane(std::array::from_fn(|i| i as u32)), Lane(std::array::from_fn(|i| 16 + i as u32))];
        assert!(Lane::flat(&lanes).iter().copied().eq(0..32));
        Lane::flat_mut(&mut lanes[1..])[3] = 7;
        assert_eq!((lanes[1].0[3], lanes[1].0[4], Lane::flat(&[]).len()), (7, 20, 0));
    }
}
