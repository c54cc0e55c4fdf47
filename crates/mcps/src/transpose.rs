//! Transposing a square of 64 x 64 bits (Warren, *Hacker's Delight*, 7-3).

/// Bit `j` of word `i` becomes bit `i` of word `j`.
pub(crate) fn transpose(block: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        let mut k = 0;
        while k < 64 {
            for i in k..k + width {
                let swap = (block[i] >> width ^ block[i + width]) & mask;
                block[i] ^= swap << width;
                block[i + width] ^= swap;
            }
            k += 2 * width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree_core::Rng;

    #[test]
    fn transposes_bit_by_bit() {
        let mut rng = Rng::new(1);
        for _ in 0..50 {
            let block: [u64; 64] = std::array::from_fn(|_| rng.next_word() & rng.next_word());
            let mut turned = block;
            transpose(&mut turned);
            for (i, row) in block.iter().enumerate() {
                for (j, column) in turned.iter().enumerate() {
                    assert_eq!(row >> j & 1, column >> i & 1);
                }
            }
        }
    }
}
