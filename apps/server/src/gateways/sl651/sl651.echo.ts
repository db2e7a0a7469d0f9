import type { Sl651Message } from '@sluice/codecs'

/** An answer to our confirmation arrives within this time. */
const ECHO_MS = 60_000

/**
 * Some stations confirm our confirmations. A report has content; a message with the same function and no content, right
 * after our confirmation, is confirmed once in case it is an answer of its own, and no further: two sides that confirm
 * confirmations never stop.
 */
export class Sl651Echoes {
  #func = ''
  #at = 0
  #empty = 0

  /** Whether to confirm this message; always for one with content. */
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
