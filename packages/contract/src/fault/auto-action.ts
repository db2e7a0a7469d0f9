/**
 * What the platform may do to a device when a fault begins (domain 6.5): stop what moves or runs, shut its valve, shut it a
 * little, or read its values now and keep them with the fault.
 */
export const AUTO_ACTIONS = ['STOP', 'CLOSE', 'STEP_CLOSE', 'SNAPSHOT'] as const
export type AutoAction = (typeof AUTO_ACTIONS)[number]

/** How far it came: it waits for its turn, its command is in the ledger, the ledger refused it, or it was left undone. */
export const AUTO_STATES = ['WAITING', 'SENT', 'REFUSED', 'LEFT'] as const

/**
 * Why nothing was sent. Left undone: the fault was told too late, began during maintenance or has a cause, was over, was
 * switched off meanwhile, or the valve is shut already. Refused: whoever switched it on may not sign in any more or may not
 * send commands or does not see the device, the device has no such command, its opening is not known, or a check of the
 * command refused it.
 */
export const AUTO_REASONS = [
  'LATE',
  'MAINTENANCE',
  'CONSEQUENCE',
  'OVER',
  'OFF',
  'SHUT',
  'NOBODY',
  'NO_RIGHT',
  'OUT_OF_SIGHT',
  'UNSUPPORTED',
  'NO_OPENING',
  'REFUSED',
] as const
export type AutoReason = (typeof AUTO_REASONS)[number]

/** A step is at least and at most so many % of a stroke. */
export const AUTO_STEP = { min: 1, max: 50 } as const
