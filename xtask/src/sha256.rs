//! SHA-256 (FIPS 180-4), for the checksums of `dist`: any machine can check them with sha256sum.

/// The digest in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let mut state = fractions(8, 2).try_into().unwrap_or([0; 8]);
    let constants: Vec<u32> = fractions(64, 3);
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        compress(&mut state, block, &constants);
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(state: &mut [u32; 8], block: &[u8], constants: &[u32]) {
    let mut words = [0; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    for i in 16..64 {
        let (x, y): (u32, u32) = (words[i - 15], words[i - 2]);
        let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
        let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
        words[i] = words[i - 16].wrapping_add(s0).wrapping_add(words[i - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, constant) in words.iter().zip(constants) {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let t2 = s0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
    }
    for (word, value) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(value);
    }
}

/// The first 32 bits of the fractional parts of the square or cube roots of the first primes: the standard's constants.
fn fractions(number: usize, root: u32) -> Vec<u32> {
    let is_prime = |n: &u128| (2..*n).all(|divisor| !n.is_multiple_of(divisor));
    let first_bits = |prime: u128| {
        // The largest x with x^root <= prime * 2^(32 root) is the root with 32 bits after the point.
        let target = prime << (32 * root);
        let mut x: u128 = 0;
        for bit in (0..37).rev() {
            let candidate = x | 1 << bit;
            if candidate.pow(root) <= target {
                x = candidate;
            }
        }
        x as u32
    };
    (2..).filter(is_prime).take(number).map(first_bits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From FIPS 180-4's examples.
    #[test]
    fn published_digests() {
        for (text, digest) in [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(sha256(text.as_bytes()), digest);
        }
        let million = sha256(&vec![b'a'; 1_000_000]);
        assert_eq!(million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
}
