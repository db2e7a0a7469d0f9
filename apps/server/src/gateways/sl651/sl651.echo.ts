import type { Sl651Message } from '@sluice/codecs'

/** What answers our confirm comes within this time. */
const ECHO_MS = 60_000

/**
 * Some stations confirm our confirms. A report has content; what comes back with the same function and none, right after
 * we confirmed, is confirmed once in case it is an answer of its own, and no further: two sides that confirm confirms
 * never stop.
 */
export class Sl651Echoes {
  #func = ''
  #at = 0
  #empty = 0

  /** Whether to confirm this message; of those with content always. */
  mayConfirm(message: Sl651Message, now: number): boolean {
    const { func } = message
    const isNext = func === this.#func && Math.abs(now - this.#at) < ECHO_MS
    if (hasContent(message)) this.#empty = 0
    else this.#empty = isNext ? this.#empty + 1 : 1
    this.#func = func
    this.#at = now
    return this.#empty < 2
  }
}

function hasContent({ body, partial }: Sl651Message): boolean {
  if (partial) return true
  return body.kind === 'report' ? body.elements.length > 0 : body.kind !== 'empty'
}
