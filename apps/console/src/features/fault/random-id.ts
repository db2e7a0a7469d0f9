/** FB-5: no look-alikes. 21 capitals, 20 small letters, 7 digits. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTWXYZabcdefhijkmnprstwxyz2345678'
const LENGTH = 32
/** The largest multiple of the alphabet's length in a byte: bytes above it would favour the first letters (FB-6). */
const FAIR = 256 - (256 % ALPHABET.length)

/** A connection's label, never a credential; from the cryptographic generator, every letter equally likely. */
export function randomId(length = LENGTH): string {
  let id = ''
  while (id.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < FAIR && id.length < length) id += ALPHABET[byte % ALPHABET.length]
    }
  }
  return id
}
