import type { Socket } from 'node:net'

/** What the first bytes of a connection say, and how many of them whoever reads on does not get. */
export interface Judged<Known> {
  known: Known
  size: number
}

export interface Judge<Known> {
  withinMs: number
  /** Undefined: more bytes are needed. */
  judge(bytes: Buffer): Judged<Known> | undefined
  /** What is known when they did not come in time. */
  late(bytes: Buffer): Known
  /** What is known of a connection that ended before; without an answer it is nobody's. */
  ended?(bytes: Buffer): Known | undefined
}

/** Reads the beginning of a connection and puts back the bytes after it, which its next reader finds unread. */
export function readFirst<Known>(
  socket: Socket,
  { withinMs, judge, late, ended }: Judge<Known>,
  done: (known: Known) => void,
): void {
  let bytes: Buffer = Buffer.alloc(0)
  const timer = setTimeout(() => stop({ known: late(bytes), size: bytes.length }), withinMs)
  const read = () => {
    for (let chunk = socket.read() as Buffer | null; chunk; chunk = socket.read() as Buffer | null) {
      bytes = Buffer.concat([bytes, chunk])
    }
    const judged = judge(bytes)
    if (judged) stop(judged)
  }
  const stop = ({ known, size }: Judged<Known>) => {
    clearTimeout(timer)
    socket.off('readable', read)
    socket.off('close', closed)
    if (bytes.length > size) socket.unshift(bytes.subarray(size))
    // The stream notices only in the next turn that nobody waits for `readable` any more; its next reader then finds it
    // unread.
    process.nextTick(done, known)
  }
  const closed = () => {
    clearTimeout(timer)
    const known = ended?.(bytes)
    if (known !== undefined) done(known)
  }
  socket.on('readable', read)
  socket.once('close', closed)
}
