/** What became of a message (domain 6.2); `DROPPED`: by the time it was due there was nothing left to tell. */
export const PUSH_STATUSES = ['PENDING', 'SENT', 'READ', 'FAILED', 'DROPPED'] as const
export type PushStatus = (typeof PUSH_STATUSES)[number]

/** Why one waits longer than it was due, failed or was dropped. */
export const PUSH_REASONS = [
  /** The limit of the person and the channel in an hour. */
  'RATE',
  'DEPT_BUDGET',
  'TOTAL_BUDGET',
  /** The channel refused it for good, or was switched off. */
  'REFUSED',
  'NOT_CONFIGURED',
  /** The last attempt failed, too. */
  'GIVEN_UP',
  /** An attempt failed; the next one is due. */
  'AGAIN',
  'TAKEN',
  'CLEARED',
  'CONSEQUENCE',
  /** Maintenance holds it back; it is told when that ends. */
  'MAINTENANCE',
  /** The person was switched off or removed. */
  'PERSON_OFF',
] as const
export type PushReason = (typeof PUSH_REASONS)[number]

/** Of these, the limits that a message may meet. */
export const LIMIT_REASONS = ['RATE', 'DEPT_BUDGET', 'TOTAL_BUDGET'] as const satisfies readonly PushReason[]

/** Channels whose messages cost money. */
export const PAID_CHANNELS = ['SMS', 'VOICE'] as const

/** Every look at a person that speaks for or against telling them, in the order in which they are taken. */
export const TELL_CHECKS = ['LEVEL', 'TYPE', 'AREA', 'DEPARTMENT', 'QUIET', 'DUTY', 'CHANNEL', 'DISABLED'] as const
export type TellCheck = (typeof TELL_CHECKS)[number]

/** Every look at the fault itself that speaks against telling anybody. */
export const FAULT_CHECKS = ['CODE', 'MAINTENANCE', 'CONSEQUENCE', 'TAKEN', 'CLEARED', 'FLAPPING'] as const
export type FaultCheck = (typeof FAULT_CHECKS)[number]
