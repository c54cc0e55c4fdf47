//! The moves that a game's knowledge left of positions, so that it is not asked again each time a search comes back to one.

/// So many lists are kept, one a place. The newest takes the place.
const PLACES: usize = 1 << 14;

/// Lists of moves by 64-bit key; those of two keys that share a place push each other out.
pub(crate) struct Lists<M> {
    /// Empty until the first list is kept: most games know nothing.
    places: Vec<(u64, Box<[M]>)>,
}

impl<M: Copy> Lists<M> {
    pub(crate) fn new() -> Self {
        Lists { places: Vec::new() }
    }

    /// The list under this key; never an empty one.
    pub(crate) fn find(&self, key: u64) -> Option<&[M]> {
        let (owner, list) = self.places.get(place(key))?;
        (*owner == key && !list.is_empty()).then_some(list)
    }

    /// Keeps a list.
    pub(crate) fn store(&mut self, key: u64, list: &[M]) {
        if self.places.is_empty() {
            self.places.resize_with(PLACES, || (0, Box::default()));
        }
        self.places[place(key)] = (key, list.into());
    }
}

fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - PLACES.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_what_was_stored_last() {
        let mut lists = Lists::new();
        assert_eq!(lists.find(0), None);
        for key in 0..100_000u64 {
            lists.store(key, &[key as u16, 7]);
            assert_eq!(lists.find(key), Some(&[key as u16, 7][..]));
        }
        let kept = (0..100_000u64).filter(|&key| lists.find(key).is_some_and(|list| list[0] == key as u16)).count();
        assert!((8_000..=PLACES).contains(&kept), "{kept}");
    }
}
