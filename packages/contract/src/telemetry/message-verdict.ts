/** The address that answers the frames of a device. */
export const MESSAGE_PAGE = '/device/v1/device/messages'

export const VERDICTS = [
  'OK',
  /** Kept and confirmed; its content could be read up to an offset only. */
  'PARTIAL',
  'CRC_ERR',
  'DECODE_ERR',
  /** The payload script of its product gave no values of it. */
  'SCRIPT_ERR',
  'UNSUPPORTED',
  'UNKNOWN_DEVICE',
  'BAD_PASSWORD',
  'BAD_TIME',
  'BAD_RANGE',
  'BAD_KIND',
  'DUPLICATE',
] as const
export type Verdict = (typeof VERDICTS)[number]

/**
 * Why a value was stored as BAD: outside its hard range, or not of the metric's kind (`UNKNOWN_WORD` is that of an
 * enum; `NO_VALUE` a null).
 */
export const VALUE_FAULTS = [
  'OUT_OF_RANGE',
  'NOT_NUMBER',
  'NOT_INTEGER',
  'NOT_FLAG',
  'NOT_TEXT',
  'UNKNOWN_WORD',
  'NO_VALUE',
] as const
export type ValueFault = (typeof VALUE_FAULTS)[number]

/** At most so many of a message's bad values are named. */
export const NAMED_VALUE_FAULTS = 12

export const DIRECTIONS = ['UP', 'DOWN'] as const
