export const CONDITION_STATES = ['ACTIVE', 'CLEARED'] as const
/** The progress of people's work on a fault, independent of its condition (domain 6.3). */
export const HANDLE_STATES = ['UNHANDLED', 'ACKED', 'PROCESSING', 'RESOLVED', 'CLOSED', 'IGNORED'] as const
export type HandleState = (typeof HANDLE_STATES)[number]
