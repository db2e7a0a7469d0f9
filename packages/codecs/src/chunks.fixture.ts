/** A stream in pieces of these sizes, as a network would deliver it. */
export function chunksOf(stream: Uint8Array, sizes: Iterator<number>): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let at = 0; at < stream.length; ) {
    const size = sizes.next().value as number
    chunks.push(stream.subarray(at, at + size))
    at += size
  }
  return chunks
}
