import type { Fields } from '../machine/field.ts'

/** What must be asked of a person before: nothing, a yes, or a yes with a typed reason (domain 4.4 rule 6). */
export type Danger = 'NONE' | 'CONFIRM' | 'DOUBLE'

/**
 * Where a command wants a valve to be, in % open: a fixed place, the value of a parameter, or at rest wherever it is.
 * Null: it moves nothing, and the device's answer is all there is to prove.
 */
export type TargetRule = { opening: number } | { openingParam: string } | 'REST' | null

/** One thing a device can be told, as data of its type: the console draws its button and form from it. */
export interface CommandDef {
  /** UPPER_SNAKE, e.g. `SET_OPENING` (domain 4.3). */
  code: string
  params: Fields
  danger: Danger
  /** Says where to be, not how far to go: it may be sent again, and a newer one replaces one that waits (rule 1). */
  absolute: boolean
  target: TargetRule
  /** One frame sets every switch of the station: the others are repeated as the station last reported them. */
  repeatsOthers: boolean
  /** How old that report may be. */
  stateMaxAgeS?: number
  /** Where it differs from what the carrier has. */
  ackTimeoutS?: number
}
