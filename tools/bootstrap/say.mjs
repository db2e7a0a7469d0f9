import { writeSync } from 'node:fs'

/** A reason not to start that the reader can act on: one sentence, no stack. */
export class StartError extends Error {
  /**
   * @param {string} message
   * @param {number} exitCode
   */
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Writes a message for the user at the terminal; never on standard output, which belongs to the program.
 * @param {string} sentence
 */
export function say(sentence) {
  try {
    writeSync(2, `sluice: ${sentence}\n`)
  } catch {
    // Standard error is closed: nobody can read the message, but that is no reason to stop.
  }
}
