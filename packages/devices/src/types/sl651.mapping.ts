import type { ElementRule, Sl651Uplink } from '@sluice/contract'

const KPA_TO_MPA = 0.001
const M3S_TO_M3H = 3600
const CM_TO_M = 0.01

const hex = (id: number) => id.toString(16).toUpperCase().padStart(2, '0')

const one = (id: number, key: string, factor = 1, channel = 0): ElementRule => {
  return { id: hex(id), key, channel, ...(factor === 1 ? {} : { factor }) }
}

/** Eight elements in a row, of the devices on channels 1 to 8. */
const eight = (firstId: number, key: string, factor = 1): ElementRule[] =>
  Array.from({ length: 8 }, (_, n) => one(firstId + n, key, factor, n + 1))

/** The meaning that SL 651-2014 gives its elements, its status word (table 58) and its bitmaps. */
export const SL651_MAPPING: Sl651Uplink = {
  protocol: 'SL651',
  elements: [
    one(0x02, 'airTemp'),
    one(0x03, 'waterTemp'),
    one(0x08, 'airPressure'),
    one(0x0e, 'waterDepth'),
    ...[10, 20, 30, 40, 50, 60, 80, 100].map((depth, n) => one(0x10 + n, `soilMoisture${depth}`)),
    one(0x18, 'airHum'),
    one(0x1f, 'rainDay'),
    one(0x20, 'rain'),
    one(0x26, 'rainTotal'),
    one(0x27, 'flow', M3S_TO_M3H),
    ...eight(0x28, 'flow', M3S_TO_M3H),
    one(0x35, 'windSpeed'),
    one(0x38, 'batteryV'),
    one(0x39, 'level'),
    one(0x3a, 'levelBelow'),
    one(0x3b, 'levelAbove'),
    one(0x46, 'ph'),
    one(0x48, 'conductivity'),
    one(0x49, 'turbidity'),
    ...eight(0x58, 'outletPressure', KPA_TO_MPA),
    ...eight(0x60, 'remainWater'),
    ...eight(0x68, 'hourVolume'),
    ...['A', 'B', 'C'].flatMap((phase, n) => [one(0x70 + n, `voltage${phase}`), one(0x73 + n, `current${phase}`)]),
  ],
  // A fault when set; the box door counts the other way round.
  statusBits: [
    { bit: 0, fault: 'P03', when: 1 },
    { bit: 1, fault: 'P01', when: 1 },
    { bit: 2, fault: 'S05', when: 1 },
    { bit: 3, fault: 'S06', when: 1 },
    { bit: 4, fault: 'S07', when: 1 },
    { bit: 5, fault: 'W05', when: 1 },
    { bit: 6, fault: 'S03', when: 1 },
    { bit: 7, fault: 'S01', when: 0 },
    { bit: 8, fault: 'S04', when: 1 },
    { bit: 11, fault: 'W07', when: 1 },
    { bit: 0, key: 'mainsLost', when: 1 },
    { bit: 7, key: 'doorOpen', when: 0 },
  ],
  switches: [
    { func: '4C', key: 'pumpState', on: 'RUN', off: 'STOP' },
    { func: '4D', key: 'valveState', on: 'OPEN', off: 'CLOSED' },
    { func: '4D', key: 'opening', on: 100, off: 0 },
  ],
  gates: { key: 'gateOpening', factor: CM_TO_M },
}
