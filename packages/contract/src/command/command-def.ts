import type { Fields } from '../machine/field.ts'

/** The confirmation a person must give: none, a yes, or a yes with a typed reason (domain 4.4 rule 6). */
export type Danger = 'NONE' | 'CONFIRM' | 'DOUBLE'

/**
 * The target position of a valve, in % open: fixed, the value of a parameter, or at rest in any position. Null: it
 * moves nothing, and only the device's answer proves it.
 */
export type TargetRule = { opening: number } | { openingParam: string } | 'REST' | null

/** One command of a device type, as data: the console draws its button and form from it. */
export interface CommandDef {
  /** UPPER_SNAKE, e.g. `SET_OPENING` (domain 4.3). */
  code: string
  params: Fields
  danger: Danger
  /** Names a position, not a distance: it may be sent again, and a newer one replaces a waiting one (rule 1). */
  absolute: boolean
  target: TargetRule
  /** One frame sets every switch of the station: the others are repeated as the station last reported them. */
  repeatsOthers: boolean
  /** How old that report may be. */
  stateMaxAgeS?: number
  /** Only where it differs from the carrier's. */
  ackTimeoutS?: number
}
