/** What a limit applies to, from the widest to the narrowest. */
export const LIMIT_SCOPES = ['TYPE', 'PRODUCT', 'GROUP', 'DEVICE'] as const
export type LimitScope = (typeof LIMIT_SCOPES)[number]
