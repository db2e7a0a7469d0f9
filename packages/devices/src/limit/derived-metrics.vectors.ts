import type { AlarmRule } from '@sluice/contract'
import type { ReadingValue } from '../device-type.ts'

/** Reports of a device, minutes after the first, and whether the rule is an alarm after each. */
export interface RecordedSeries {
  what: string
  rule: AlarmRule
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
]
