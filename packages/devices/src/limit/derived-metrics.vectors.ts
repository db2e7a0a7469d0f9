import type { AlarmRule } from '@sluice/contract'
import type { ReadingValue } from '../device-type.ts'
import type { UsualValue } from './derived-metrics.ts'

/** Reports of a device, minutes after the first, and whether the rule is an alarm after each; null is a BAD value. */
export interface RecordedSeries {
  what: string
  rule: AlarmRule
  /** What is usual at that hour, where the weeks before tell. */
  usual?: Readonly<Record<string, UsualValue>>
  reports: readonly [minute: number, values: Readonly<Record<string, ReadingValue>>, isAlarm: boolean][]
}

/** What devices report in the cases that the rules are about, and in those beside them. */
export const RECORDED: readonly RecordedSeries[] = [
  {
    what: 'a valve that leaks while shut, and is opened',
    rule: { key: 'closedFlow', op: 'GT', value: 0.5, holdS: 600 },
    reports: [
      [0, { valveState: 'OPEN', flow: 42 }, false],
      [5, { valveState: 'CLOSING', flow: 20 }, false],
      [10, { valveState: 'CLOSED', flow: 0.9 }, false],
      [15, { flow: 0.8 }, false],
      [20, { valveState: 'CLOSED', flow: 0.9 }, true],
      [25, { valveState: 'CLOSED' }, true],
      [30, { valveState: 'OPENING', flow: 3 }, false],
    ],
  },
  {
    what: 'a shut valve whose meter runs back, and one that is tight',
    rule: { key: 'closedFlow', op: 'GT', value: 0.5 },
    reports: [
      [0, { valveState: 'CLOSED', flow: -2 }, true],
      [5, { valveState: 'CLOSED', flow: 0.02 }, false],
    ],
  },
  {
    what: 'a state that was reported too long ago says nothing about the flow of now',
    rule: { key: 'closedFlow', op: 'GT', value: 0.5 },
    reports: [
      [0, { valveState: 'CLOSED' }, false],
      [90, { flow: 7 }, false],
    ],
  },
  {
    what: 'a valve that stops short of its target',
    rule: { key: 'openingDeviation', op: 'GT', value: 3, holdS: 300 },
    reports: [
      [0, { opening: 0, targetOpening: 60 }, false],
      [2, { opening: 30 }, false],
      [5, { opening: 52 }, true],
      [8, { opening: 58 }, true],
      [13, { opening: 60 }, false],
    ],
  },
  {
    what: 'a supply whose third phase sags, and one that is gone',
    rule: { key: 'phaseUnbalance', op: 'GT', value: 10, holdS: 60 },
    reports: [
      [0, { voltageA: 221, voltageB: 219, voltageC: 220 }, false],
      [1, { voltageA: 221, voltageB: 219, voltageC: 160 }, false],
      [2, { voltageA: 221, voltageB: 219, voltageC: 160 }, true],
      [3, { voltageA: 0, voltageB: 0, voltageC: 0 }, false],
    ],
  },
  {
    what: 'a motor that runs on two phases, and is switched off',
    rule: { key: 'weakestPhase', op: 'LT', value: 20, repeatN: 2 },
    reports: [
      [0, { currentA: 0, currentB: 0.1, currentC: 0 }, false],
      [1, { currentA: 31, currentB: 30, currentC: 29 }, false],
      [2, { currentA: 52, currentB: 50, currentC: 0.4 }, false],
      [3, { currentA: 52, currentB: 50, currentC: 0.4 }, true],
      [4, { currentA: 0.1, currentB: 0, currentC: 0 }, false],
    ],
  },
  {
    what: 'a pump that runs dry, and is stopped',
    rule: { key: 'runningFlow', op: 'LE', value: 0.1, holdS: 300 },
    reports: [
      [0, { pumpState: 'STOP', flow: 0 }, false],
      [1, { pumpState: 'RUN', flow: 0 }, false],
      [6, { pumpState: 'RUN', flow: 0 }, true],
      [7, { pumpState: 'STOP', flow: 0 }, false],
    ],
  },
  {
    what: 'a lamp that is on and takes no power',
    rule: { key: 'litPower', op: 'LT', value: 3, repeatN: 2 },
    reports: [
      [0, { lampOn: true, power: 118 }, false],
      [10, { lampOn: true, power: 0.4 }, false],
      [20, { lampOn: true, power: 0.4 }, true],
      [30, { lampOn: false, power: 0 }, false],
    ],
  },
  {
    what: 'a lamp that burns although it is off',
    rule: { key: 'offCurrent', op: 'GT', value: 0.05, repeatN: 2 },
    reports: [
      [0, { lampOn: true, current: 0.55 }, false],
      [10, { lampOn: false, current: 0.54 }, false],
      [20, { lampOn: false, current: 0.54 }, true],
      [30, { lampOn: false, current: 0.01 }, false],
    ],
  },
  {
    what: 'a field hydrant that is open while no water arrives, and one that is throttled',
    rule: { key: 'openFlow', op: 'LE', value: 0.1, holdS: 600 },
    reports: [
      [0, { valveState: 'CLOSED', flow: 0 }, false],
      [5, { valveState: 'OPENING', flow: 0 }, false],
      [6, { valveState: 'OPEN', flow: 0 }, false],
      [11, { flow: 0.05 }, false],
      [16, { valveState: 'OPEN', flow: 0 }, true],
      [21, { flow: 31 }, true],
      [31, { valveState: 'PARTIAL', flow: 12 }, false],
    ],
  },
  {
    what: 'a meter that stands still for a day while its valve is open, until it turns',
    rule: { key: 'openVolume', op: 'LE', value: 0, holdS: 86_400 },
    reports: [
      [0, { valveState: 'OPEN', totalVolume: 4310.2 }, false],
      [30, { valveState: 'OPEN', totalVolume: 4311.9 }, false],
      [60, { valveState: 'OPEN', totalVolume: 4311.9 }, false],
      [720, { valveState: 'PARTIAL', totalVolume: 4311.9 }, false],
      [730, { valveState: 'PARTIAL' }, false],
      [1500, { valveState: 'OPEN', totalVolume: 4311.9 }, true],
      [1510, { valveState: 'CLOSED', totalVolume: 4311.9 }, true],
      [1520, { valveState: 'OPEN', totalVolume: 4311.9 }, true],
      [1530, { valveState: 'OPEN', totalVolume: 4312.4 }, false],
    ],
  },
  {
    what: 'a valve that is shut at night, and a meter that was exchanged',
    rule: { key: 'openVolume', op: 'LE', value: 0, holdS: 3600 },
    reports: [
      [0, { valveState: 'OPEN', totalVolume: 88.5 }, false],
      [30, { valveState: 'OPEN', totalVolume: 88.5 }, false],
      [60, { valveState: 'CLOSED', totalVolume: 88.5 }, false],
      [480, { valveState: 'OPEN', totalVolume: 88.5 }, false],
      [510, { valveState: 'OPEN', totalVolume: 0.2 }, false],
      [520, { valveState: 'OPEN', totalVolume: 0.2 }, false],
      [575, { valveState: 'OPEN', totalVolume: 0.2 }, false],
      [580, { valveState: 'OPEN', totalVolume: 0.2 }, true],
    ],
  },
  {
    what: 'a pump that runs while its energy meter stands still, also once it has stopped',
    rule: { key: 'runningEnergy', op: 'LE', value: 0, holdS: 3600 },
    reports: [
      [0, { pumpState: 'STOP', energyTotal: 5021.5 }, false],
      [10, { pumpState: 'RUN', energyTotal: 5021.5 }, false],
      [40, { pumpState: 'RUN', energyTotal: 5021.5 }, false],
      [70, { pumpState: 'RUN', energyTotal: 5021.5 }, true],
      [80, { pumpState: 'STOP', energyTotal: 5021.5 }, true],
      [90, { pumpState: 'RUN', energyTotal: 5021.5 }, true],
      [100, { pumpState: 'RUN', energyTotal: 5026.1 }, false],
      [170, { pumpState: 'RUN', energyTotal: 5057.3 }, false],
    ],
  },
  {
    what: 'a pump at rest takes no energy, and takes some once it runs',
    rule: { key: 'runningEnergy', op: 'LE', value: 0, holdS: 3600 },
    reports: [
      [0, { pumpState: 'STOP', energyTotal: 310 }, false],
      [50, { pumpState: 'STOP', energyTotal: 310 }, false],
      [120, { pumpState: 'STOP', energyTotal: 310 }, false],
      [180, { pumpState: 'RUN', energyTotal: 310 }, false],
      [190, { pumpState: 'RUN', energyTotal: 312.4 }, false],
    ],
  },
  {
    what: 'a burst behind a valve: twice the usual flow and half of the usual pressure, until it is shut off',
    rule: { key: 'burstFlow', op: 'GT', value: 150, holdS: 300 },
    usual: { flow: { median: 30, p95: 42 }, outletPressure: { median: 0.36, p95: 0.4 } },
    reports: [
      [0, { flow: 33, outletPressure: 0.35 }, false],
      [1, { flow: 82, outletPressure: 0.19 }, false],
      [3, { flow: 88, outletPressure: 0.17 }, false],
      [6, { flow: 90, outletPressure: 0.17 }, true],
      [8, { flow: 0, outletPressure: 0.02 }, true],
      [13, { flow: 0, outletPressure: 0.02 }, false],
    ],
  },
  {
    what: 'a fire brigade takes much water while the pressure stands, and the pressure falls while little is taken',
    rule: { key: 'burstFlow', op: 'GT', value: 150 },
    usual: { flow: { median: 30, p95: 42 }, outletPressure: { median: 0.36, p95: 0.4 } },
    reports: [
      [0, { flow: 95, outletPressure: 0.28 }, false],
      [5, { flow: 40, outletPressure: 0.1 }, false],
      [10, { flow: 63, outletPressure: 0.1 }, false],
      [15, { flow: 64, outletPressure: 0.1 }, true],
    ],
  },
  {
    what: 'much flow at lost pressure says nothing where nobody knows what is usual, or where it is nothing',
    rule: { key: 'burstFlow', op: 'GT', value: 150 },
    usual: { flow: { median: 0, p95: 0 }, outletPressure: { median: 0.36, p95: 0.4 } },
    reports: [[0, { flow: 95, outletPressure: 0.1 }, false]],
  },
  {
    what: 'a probe whose cable broke, until it is plugged in again',
    rule: { key: 'probeLost', op: 'EQ', equals: 'true', repeatN: 2 },
    reports: [
      [0, { temperature: -18.4 }, false],
      [10, { temperature: null }, false],
      [20, { temperature: null }, true],
      [25, { humidity: 60 }, true],
      [30, { temperature: -18.1 }, false],
    ],
  },
  {
    what: 'a valve whose motor pulls against debris, and one that moves on',
    rule: { key: 'stalledCurrent', op: 'GT', value: 0.3, holdS: 5 },
    reports: [
      [0, { opening: 20, motorCurrent: 0 }, false],
      [0.5, { opening: 31, motorCurrent: 1.1 }, false],
      [1, { opening: 31, motorCurrent: 3.4 }, false],
      [1.05, { opening: 31, motorCurrent: 3.4 }, false],
      [1.1, { opening: 31, motorCurrent: 3.5 }, true],
      [1.2, { motorCurrent: 0 }, true],
      [1.5, { opening: 30, motorCurrent: 1.2 }, false],
      [2, { opening: 0, motorCurrent: 1.0 }, false],
      [2.5, { opening: 0, motorCurrent: 0 }, false],
    ],
  },
  {
    what: 'a valve that is on its way for longer than a stroke and a half, and turns back',
    rule: { key: 'travelTime', op: 'GT', value: 150 },
    reports: [
      [0, { valveState: 'CLOSED' }, false],
      [1, { valveState: 'OPENING' }, false],
      [1.5, { valveState: 'OPENING' }, false],
      [2.9, { valveState: 'OPENING' }, false],
      [3, { valveState: 'OPENING' }, false],
      [3.1, { valveState: 'OPENING' }, true],
      [4, { valveState: 'CLOSING' }, false],
      [5, { valveState: 'CLOSING' }, false],
      [6, { valveState: 'CLOSED' }, false],
    ],
  },
  {
    what: 'a valve that throttles and reports each time while it moves, this way and that',
    rule: { key: 'travelTime', op: 'GT', value: 150 },
    reports: [
      [0, { valveState: 'OPENING' }, false],
      [5, { valveState: 'CLOSING' }, false],
      [10, { valveState: 'OPENING' }, false],
      [15, { valveState: 'OPENING' }, false],
      [16, { valveState: 'PARTIAL' }, false],
      [20, { valveState: 'OPENING' }, false],
    ],
  },
  {
    what: 'a sensor before a valve whose wire broke, until it is joined',
    rule: { key: 'inletPressureLost', op: 'EQ', equals: 'true', repeatN: 2 },
    reports: [
      [0, { inletPressure: 0.41 }, false],
      [5, { inletPressure: null }, false],
      [10, { inletPressure: null, outletPressure: 0.3 }, true],
      [15, { outletPressure: 0.3 }, true],
      [20, { inletPressure: 0.4 }, false],
    ],
  },
  {
    what: 'a sensor behind a valve that is out of its range once, and then for good',
    rule: { key: 'outletPressureLost', op: 'EQ', equals: 'true', repeatN: 2 },
    reports: [
      [0, { outletPressure: null }, false],
      [5, { outletPressure: 0.22 }, false],
      [10, { outletPressure: null }, false],
      [15, { outletPressure: null }, true],
      [20, { outletPressure: 0.22 }, false],
    ],
  },
  {
    // Recorded from noon in Shanghai.
    what: 'a panel under snow: no charge from one day to the next, until it slid off',
    rule: { key: 'daylightVoltage', op: 'LT', value: 13, holdS: 86_400 },
    reports: [
      [-1440, { batteryV: 13.7 }, false],
      [0, { batteryV: 12.5 }, false],
      [180, { batteryV: 12.4 }, false],
      [600, { batteryV: 12.3 }, false],
      [1320, { batteryV: 12.1 }, false],
      [1440, { batteryV: 12.1 }, true],
      [2000, { batteryV: 13.5 }, true],
      [2820, { batteryV: 13.8 }, false],
    ],
  },
  {
    what: 'a panel that charges each noon, however low evenings and nights are, and a lithium cell of a meter',
    rule: { key: 'daylightVoltage', op: 'LT', value: 13, holdS: 86_400 },
    reports: [
      [0, { batteryV: 12.9 }, false],
      [120, { batteryV: 13.6 }, false],
      [900, { batteryV: 12.2 }, false],
      [1440, { batteryV: 13.6 }, false],
      [2880, { batteryV: 3.6 }, false],
      [4320, { batteryV: 3.6 }, false],
      [4800, { batteryV: 12.4 }, false],
      [6240, { batteryV: 12.4 }, false],
    ],
  },
  {
    what: 'a motor that works too hard on one phase',
    rule: { key: 'greatestCurrent', op: 'GT', value: 36, holdS: 10 },
    reports: [
      [0, { currentA: 30, currentB: 29, currentC: 31 }, false],
      [1, { currentA: 30, currentB: 29, currentC: 38 }, false],
      [2, { currentA: 31, currentB: 29, currentC: 39 }, true],
      [3, { currentA: 0, currentB: 0, currentC: 0 }, true],
      [4, { currentA: 0, currentB: 0, currentC: 0 }, false],
    ],
  },
  {
    what: 'a line that loses its pressure while it irrigates, and has none while nothing flows',
    rule: { key: 'flowingPressure', op: 'LT', value: 0.1, holdS: 300 },
    reports: [
      [0, { linePressure: 0, flow: 0 }, false],
      [5, { linePressure: 0.21, flow: 31 }, false],
      [10, { linePressure: 0.06, flow: 44 }, false],
      [15, { linePressure: 0.05, flow: 44 }, true],
      [20, { linePressure: 0.02, flow: 0 }, false],
    ],
  },
  {
    what: 'a case that is opened, and air that was not measured for long',
    rule: { key: 'humidityJump', op: 'GT', value: 5 },
    reports: [
      [0, { humidity: 52 }, false],
      [10, { humidity: 53.5 }, false],
      [20, { humidity: 61 }, true],
      [30, { humidity: 60 }, false],
      [200, { humidity: 48 }, false],
      [210, { humidity: 42.5 }, true],
      [220, { humidity: 42 }, false],
    ],
  },
]
