/**
 * The standard's definition of one element id. `key` is its name in this platform, `ascii` in ASCII frames. `digits`
 * and `decimals` are its N(digits,decimals): what a report should carry; the frame's own definition byte takes
 * precedence.
 */
export interface Sl651ElementDefinition {
  id: string
  key: string
  unit: string
  digits: number
  decimals: number
  ascii: string
}

type Row = readonly [id: number, key: string, unit: string, digits: number, decimals: number, ascii: string]

/** The table of elements of the standard, the eightfold rows apart. */
const ROWS: readonly Row[] = [
  [0x01, 'sectionArea', 'm2', 8, 2, 'AC'],
  [0x02, 'airTemperature', '°C', 3, 1, 'AI'],
  [0x03, 'waterTemperature', '°C', 3, 1, 'C'],
  [0x05, 'duration', 'HH.mm', 4, 2, 'DT'],
  [0x06, 'dailyEvaporation', 'mm', 5, 1, 'ED'],
  [0x07, 'evaporation', 'mm', 5, 1, 'EJ'],
  [0x08, 'airPressure', 'hPa', 5, 0, 'FL'],
  [0x09, 'gateOpening', 'm', 5, 2, 'GH'],
  [0x0a, 'gateNumber', '', 3, 0, 'GN'],
  [0x0b, 'deviceClass', '', 1, 0, 'GS'],
  [0x0c, 'gatesOpen', '', 3, 0, 'GT'],
  [0x0d, 'groundTemperature', '°C', 3, 1, 'GTP'],
  [0x0e, 'groundwaterDepth', 'm', 6, 2, 'H'],
  [0x0f, 'waveHeight', 'm', 5, 2, 'HW'],
  [0x10, 'soilMoisture10cm', '%', 4, 1, 'M10'],
  [0x11, 'soilMoisture20cm', '%', 4, 1, 'M20'],
  [0x12, 'soilMoisture30cm', '%', 4, 1, 'M30'],
  [0x13, 'soilMoisture40cm', '%', 4, 1, 'M40'],
  [0x14, 'soilMoisture50cm', '%', 4, 1, 'M50'],
  [0x15, 'soilMoisture60cm', '%', 4, 1, 'M60'],
  [0x16, 'soilMoisture80cm', '%', 4, 1, 'M80'],
  [0x17, 'soilMoisture100cm', '%', 4, 1, 'M100'],
  [0x18, 'humidity', '%', 4, 1, 'MST'],
  [0x19, 'pumpsRunning', '', 2, 0, 'NS'],
  [0x1a, 'rain1h', 'mm', 5, 1, 'P1'],
  [0x1b, 'rain2h', 'mm', 5, 1, 'P2'],
  [0x1c, 'rain3h', 'mm', 5, 1, 'P3'],
  [0x1d, 'rain6h', 'mm', 5, 1, 'P6'],
  [0x1e, 'rain12h', 'mm', 5, 1, 'P12'],
  [0x1f, 'dailyRain', 'mm', 5, 1, 'PD'],
  [0x20, 'currentRain', 'mm', 5, 1, 'PJ'],
  [0x21, 'rain1min', 'mm', 5, 1, 'PN01'],
  [0x22, 'rain5min', 'mm', 5, 1, 'PN05'],
  [0x23, 'rain10min', 'mm', 5, 1, 'PN10'],
  [0x24, 'rain30min', 'mm', 5, 1, 'PN30'],
  [0x25, 'stormRain', 'mm', 5, 1, 'PR'],
  [0x26, 'cumulativeRain', 'mm', 6, 1, 'PT'],
  [0x27, 'flow', 'm3/s', 9, 3, 'Q'],
  [0x30, 'totalOutflow', 'm3/s', 9, 3, 'QA'],
  [0x31, 'deviceFlow', 'm3/s', 9, 3, 'QZ'],
  [0x32, 'sedimentLoad', '10^4 t', 11, 3, 'SW'],
  [0x33, 'windDirection', '', 2, 0, 'UC'],
  [0x34, 'windForce', '', 2, 0, 'UE'],
  [0x35, 'windSpeed', 'm/s', 4, 1, 'US'],
  [0x36, 'meanVelocity', 'm/s', 5, 3, 'VA'],
  [0x37, 'velocity', 'm/s', 5, 3, 'VJ'],
  [0x38, 'supplyVoltage', 'V', 4, 2, 'VT'],
  [0x39, 'waterLevel', 'm', 7, 3, 'Z'],
  [0x3a, 'waterLevelBelow', 'm', 7, 3, 'ZB'],
  [0x3b, 'waterLevelAbove', 'm', 7, 3, 'ZU'],
  [0x44, 'sedimentContent', 'kg/m3', 9, 3, 'SQ'],
  [0x45, 'status', '', 8, 0, 'ZT'],
  [0x46, 'ph', '', 4, 2, 'PH'],
  [0x47, 'dissolvedOxygen', 'mg/L', 4, 1, 'DO'],
  [0x48, 'conductivity', 'uS/cm', 5, 0, 'COND'],
  [0x49, 'turbidity', 'NTU', 3, 0, 'TURB'],
  [0x4a, 'permanganateIndex', 'mg/L', 4, 1, 'CODMN'],
  [0x4b, 'redoxPotential', 'mV', 5, 1, 'REDOX'],
  [0x4c, 'ammoniaNitrogen', 'mg/L', 6, 2, 'NH4N'],
  [0x4d, 'totalPhosphorus', 'mg/L', 5, 3, 'TP'],
  [0x4e, 'totalNitrogen', 'mg/L', 5, 2, 'TN'],
  [0x4f, 'totalOrganicCarbon', 'mg/L', 4, 2, 'TOC'],
  [0x50, 'copper', 'mg/L', 7, 4, 'CU'],
  [0x51, 'zinc', 'mg/L', 6, 4, 'ZN'],
  [0x52, 'selenium', 'mg/L', 7, 5, 'SE'],
  [0x53, 'arsenic', 'mg/L', 7, 5, 'AS'],
  [0x54, 'mercury', 'mg/L', 7, 5, 'THG'],
  [0x55, 'cadmium', 'mg/L', 7, 5, 'CD'],
  [0x56, 'lead', 'mg/L', 7, 5, 'PB'],
  [0x57, 'chlorophyllA', 'mg/L', 4, 2, 'CHLA'],
  [0x70, 'voltageA', 'V', 4, 1, 'VTA'],
  [0x71, 'voltageB', 'V', 4, 1, 'VTB'],
  [0x72, 'voltageC', 'V', 4, 1, 'VTC'],
  [0x73, 'currentA', 'A', 4, 1, 'VIA'],
  [0x74, 'currentB', 'A', 4, 1, 'VIB'],
  [0x75, 'currentC', 'A', 4, 1, 'VIC'],
  [0xf2, 'manualText', '', 0, 0, 'RGZS'],
  [0xf3, 'image', '', 0, 0, 'PIC'],
  [0xf4, 'rain5minSeries', 'mm', 24, 1, 'DRP'],
  [0xfd, 'velocitySeries', '', 0, 0, 'DATA'],
]

/** Rows that exist for numbers 1..8, from the id of number 1 on. */
const EIGHTFOLD: readonly Row[] = [
  [0x28, 'intakeFlow', 'm3/s', 9, 3, 'Q'],
  [0x3c, 'intakeLevel', 'm', 7, 3, 'Z'],
  [0x58, 'pressure', 'kPa', 5, 2, 'WP'],
  [0x60, 'meterRemaining', 'm3', 11, 3, 'SYL'],
  [0x68, 'meterHourly', 'm3', 10, 2, 'SBL'],
  [0xf5, 'levelSeries', 'm', 48, 2, 'DRZ'],
]

function define([id, key, unit, digits, decimals, ascii]: Row): Sl651ElementDefinition {
  return { id: id.toString(16).toUpperCase().padStart(2, '0'), key, unit, digits, decimals, ascii }
}

function allDefinitions(): Sl651ElementDefinition[] {
  const definitions = ROWS.map(define)
  for (const [id, key, unit, digits, decimals, ascii] of EIGHTFOLD) {
    for (let number = 1; number <= 8; number++) {
      definitions.push(define([id + number - 1, `${key}${number}`, unit, digits, decimals, `${ascii}${number}`]))
    }
  }
  return definitions
}

const definitions = allDefinitions()

/** Every element of the standard by its id ('39'). Vendor ids (FFxx, 76..EF) are not in it. */
export const SL651_ELEMENTS: ReadonlyMap<string, Sl651ElementDefinition> = new Map(
  definitions.map((definition) => [definition.id, definition]),
)

/** The same by the name ASCII frames use, upper case ('VT'). */
export const SL651_ELEMENTS_BY_ASCII: ReadonlyMap<string, Sl651ElementDefinition> = new Map(
  definitions.map((definition) => [definition.ascii, definition]),
)
