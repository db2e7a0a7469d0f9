import type { ErrorCode } from '@sluice/contract'

/**
 * An answer that is good but proves less than code 0 (ER-6): a handler returns it instead of its data, and the envelope
 * carries the code and text of `code`. Only codes that the contract counts as success (`SUCCESS_CODES`) belong here.
 */
export class Outcome<T> {
  readonly code: ErrorCode
  readonly data: T

  constructor(code: ErrorCode, data: T) {
    this.code = code
    this.data = data
  }
}
