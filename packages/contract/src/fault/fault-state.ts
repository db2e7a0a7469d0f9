export const CONDITION_STATES = ['ACTIVE', 'CLEARED'] as const
/** How far people are with a fault, whatever its condition does (domain 6.3). */
export const HANDLE_STATES = ['UNHANDLED', 'ACKED', 'PROCESSING', 'RESOLVED', 'CLOSED', 'IGNORED'] as const
export type HandleState = (typeof HANDLE_STATES)[number]
