/**
 * The one error services throw. `code` comes from the closed list in the contract;
 * `facts` fill the text shown to the user and must never hold a secret.
 */
export class AppError<Code extends string = string> extends Error {
  readonly code: Code
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: Code, facts: Record<string, unknown> = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.facts = facts
  }
}
