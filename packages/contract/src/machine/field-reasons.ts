/**
 * Why the value of a field was refused. A `validation` or `already-exists` answer carries
 * `data.fields`: path of the field -> one of these keys.
 */
export const FIELD_REASONS = [
  'required',
  'too-short',
  'too-long',
  'too-small',
  'too-big',
  'format',
  'not-an-option',
  'type',
  'unknown-field',
  'taken',
  'not-found',
  'file-gone',
  'not-permitted',
  'weak-password',
  'guessable-password',
  'not-a-master',
  'retired',
  'only-for-slave',
  'not-for-slave',
  'before-start',
  'wrong-protocol',
  'ambiguous',
  'unknown-column',
  'not-json',
  'needs-opening',
  'has-no-opening',
  'unknown-metric',
  'wrong-script',
  'wrong-path',
  'unknown-parameter',
  'parameter-not-sent',
  'fixed-by-platform',
  'not-sent',
  'fixed-by-devices',
  'fixed-by-history',
  'not-published',
  'wrong-hash',
  'has-draft',
  'same-value',
  'no-likely-gain',
  'not-calibrated',
  'wrong-signature',
  'not-released',
  'no-devices',
  'carries-no-firmware',
  'network-too-wide',
  'holds-a-proxy',
  'only-one',
  'address-refused',
  'secret-again',
  'device-out-of-sight',
] as const
export type FieldReason = (typeof FIELD_REASONS)[number]

/** `data` of every failed answer: the error's key and its facts, so that the console can word it itself. */
export interface ErrorData {
  error: string
  fields?: Record<string, FieldReason>
}
