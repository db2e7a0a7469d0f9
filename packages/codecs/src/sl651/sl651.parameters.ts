import { SL651_ELEMENTS } from './sl651.elements.ts'

/**
 * A configuration (01..0F) or running (20..A8) parameter of functions 40..43.
 * `form`: 'number' is BCD N(digits,decimals) in `unit`, 'hex' has its own layout and stays hex.
 */
export interface Sl651ParameterDefinition {
  id: string
  key: string
  form: 'number' | 'hex'
  unit: string
  digits: number
  decimals: number
}

type Row = readonly [id: number, key: string, unit: string, digits: number, decimals: number]

const HEX_ROWS: readonly (readonly [id: number, key: string])[] = [
  [0x01, 'centerAddresses'],
  [0x02, 'stationAddress'],
  [0x03, 'password'],
  [0x0d, 'elementBitmap'],
  [0x0e, 'relayRange'],
  [0x0f, 'cardId'],
  [0x97, 'clearData'],
  [0x98, 'factoryReset'],
]

const NUMBER_ROWS: readonly Row[] = [
  [0x0c, 'workMode', '', 2, 0],
  [0x20, 'reportInterval', 'h', 2, 0],
  [0x21, 'addOnInterval', 'min', 2, 0],
  [0x22, 'dayStartHour', 'h', 2, 0],
  [0x23, 'samplingInterval', 's', 4, 0],
  [0x24, 'levelStorageInterval', 'min', 2, 0],
  [0x25, 'rainResolution', 'mm', 2, 1],
  [0x26, 'levelResolution', 'cm', 2, 1],
  [0x27, 'rainThreshold', 'mm', 2, 0],
  [0x40, 'levelThresholdAbove', 'm', 4, 2],
  [0x41, 'levelThresholdBelow', 'm', 4, 2],
  [0x42, 'flowThreshold', 'm3/s', 9, 3],
  [0x43, 'velocityThreshold', 'm/s', 5, 3],
  [0x44, 'gateThreshold', 'm', 5, 2],
  [0x45, 'powerThreshold', 'V', 4, 2],
  [0x46, 'airPressureThreshold', 'hPa', 5, 0],
  [0x47, 'windThreshold', 'm/s', 4, 1],
  [0x48, 'waterTemperatureThreshold', '°C', 3, 1],
  [0x8d, 'flowLimit', 'm3/s', 9, 3],
  [0x96, 'quota', 'm3', 11, 3],
]

/** Rows for numbers 1..8, from the id of number 1 on. */
const EIGHTFOLD: readonly Row[] = [
  [0x28, 'levelBase', 'm', 7, 3],
  [0x30, 'levelCorrection', 'm', 5, 3],
  [0x38, 'addOnLevel', 'm', 4, 2],
  [0x8e, 'meterRecharge', 'm3', 11, 3],
  [0x99, 'meterInitialReading', 'm3', 11, 3],
  [0xa1, 'meterRemainingAlarm', 'm3', 11, 3],
]

/** Upper and lower limits of intakes 1..8, alternating. */
const LIMIT_PAIRS: readonly Row[] = [
  [0x49, 'intakeLevelLimit', 'm', 7, 3],
  [0x59, 'intakePressureLimit', 'kPa', 8, 2],
]

function hexId(id: number): string {
  return id.toString(16).toUpperCase().padStart(2, '0')
}

function number([id, key, unit, digits, decimals]: Row): Sl651ParameterDefinition {
  return { id: hexId(id), key, form: 'number', unit, digits, decimals }
}

function hex(id: number, key: string): Sl651ParameterDefinition {
  return { id: hexId(id), key, form: 'hex', unit: '', digits: 0, decimals: 0 }
}

function allDefinitions(): Sl651ParameterDefinition[] {
  const all = [...HEX_ROWS.map(([id, key]) => hex(id, key)), ...NUMBER_ROWS.map(number)]
  for (let center = 1; center <= 4; center++) {
    all.push(hex(0x02 + 2 * center, `mainChannel${center}`), hex(0x03 + 2 * center, `backupChannel${center}`))
  }
  for (let n = 1; n <= 8; n++) {
    for (const [id, key, ...rest] of EIGHTFOLD) all.push(number([id + n - 1, `${key}${n}`, ...rest]))
    for (const [id, key, ...rest] of LIMIT_PAIRS) {
      all.push(number([id + 2 * (n - 1), `${key}${n}Upper`, ...rest]))
      all.push(number([id + 2 * (n - 1) + 1, `${key}${n}Lower`, ...rest]))
    }
  }
  // Limits of water quality: the 36 ids fit the 18 elements 46..57 in their order, upper then lower.
  for (let offset = 0; offset < 18; offset++) {
    const element = SL651_ELEMENTS.get(hexId(0x46 + offset))
    if (!element) continue
    const { key, unit, digits, decimals } = element
    all.push(number([0x69 + 2 * offset, `${key}LimitUpper`, unit, digits, decimals]))
    all.push(number([0x69 + 2 * offset + 1, `${key}LimitLower`, unit, digits, decimals]))
  }
  return all
}

/** Every parameter of the standard by its id ('8E'). */
export const SL651_PARAMETERS: ReadonlyMap<string, Sl651ParameterDefinition> = new Map(
  allDefinitions().map((definition) => [definition.id, definition]),
)
