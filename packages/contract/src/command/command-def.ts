import type { Fields } from '../machine/field.ts'
import type { Words } from '../machine/words.ts'

/** The confirmation a person must give: none, a yes, or a yes with a typed reason (domain 4.4 rule 6). */
export type Danger = 'NONE' | 'CONFIRM' | 'DOUBLE'

/** A value as devices report it. */
export type Scalar = number | boolean | string

/**
 * A report that proves a command: a metric equals a value, or comes near the value of a parameter. `subject` names what
 * the command is about, so that a newer command about the same replaces it; the metric when left out.
 */
export type MetricTargetRule = { metric: string; subject?: string } & (
  | { equals: Scalar }
  | { param: string; tolerance?: number }
)

/**
 * The target position of a valve, in % open: fixed, the value of a parameter, or at rest in any position; or what another
 * metric is to be. Null: no report tells of it, and only the device's answer ends it.
 */
export type TargetRule = { opening: number } | { openingParam: string } | MetricTargetRule | 'REST' | null

/** One command of a device type, as data: the console draws its button and form from it. */
export interface CommandDef {
  /** UPPER_SNAKE, e.g. `SET_OPENING` (domain 4.3). */
  code: string
  /** What people read; the usual commands have their name in the console. */
  name?: Words
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
  /** How long the proof may take after the answer, where it differs from the stroke's or the report interval's. */
  execTimeoutS?: number
}
