/**
 * A reason not to start, meant for the operator. The message is one clear sentence that says what to do,
 * holds no secret, and is printed without a stack; everything else that stops a start is a bug.
 */
export class StartupError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartupError'
  }
}
