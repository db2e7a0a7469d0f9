/** What a limit applies to, from the widest to the narrowest. */
export const LIMIT_SCOPES = ['TYPE', 'PRODUCT', 'GROUP', 'DEVICE'] as const
export type LimitScope = (typeof LIMIT_SCOPES)[number]

/** How a value is compared: with one number, with two, or with a state such as `UNKNOWN` or `true`. */
export const ALARM_OPS = ['GT', 'GE', 'LT', 'LE', 'OUTSIDE', 'EQ', 'NE'] as const
export type AlarmOp = (typeof ALARM_OPS)[number]
/** Those that compare with a state instead of a number. */
export const isOfState = (op: AlarmOp): boolean => op === 'EQ' || op === 'NE'

/** Without a hysteresis of its own a limit has this share of itself, or of the span between two. */
export const USUAL_HYSTERESIS = 0.05

/** The longest time that a condition may have to hold, and the most reports in a row. */
export const ALARM_HOLD_MAX_S = 7 * 86_400
export const ALARM_REPEAT_MAX = 100

/** A metric, also of a channel: `outletPressure.2`. */
export const ALARM_KEY = '[a-z][A-Za-z0-9_]{0,39}(\\.[0-9]{1,3})?'
/** A time of day, `HH:mm`. */
export const ALARM_HM = '([01][0-9]|2[0-3]):[0-5][0-9]'
