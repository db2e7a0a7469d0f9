import type { ModelCommand, RpcRequest } from '@sluice/contract'
import { READ } from '../command.ts'

/** Commands with the request of each that the valve's map does not have (domain 4.3). */
export interface Commanded {
  commands: readonly ModelCommand[]
  requests: readonly RpcRequest[]
}

const NOTHING = { params: {}, danger: 'NONE', absolute: true, target: null, repeatsOthers: false } as const
const rpc = (code: string, method: string, params = '{}'): RpcRequest => ({ code, method, params })

/** On, off and dimming are about the same light: the newest one counts. */
const LIGHT = { subject: 'light' } as const

/** A lamp. */
export const LAMP_COMMANDS: Commanded = {
  commands: [
    { ...NOTHING, code: 'ON', name: ['开灯', 'Turn on'], target: { metric: 'lampOn', equals: true, ...LIGHT } },
    { ...NOTHING, code: 'OFF', name: ['关灯', 'Turn off'], target: { metric: 'lampOn', equals: false, ...LIGHT } },
    {
      ...NOTHING,
      code: 'DIM',
      name: ['调光', 'Dim'],
      params: {
        level: { kind: 'integer', label: ['亮度', 'Brightness'], required: true, min: 0, max: 100, unit: '%' },
      },
      target: { metric: 'dim', param: 'level', tolerance: 2, ...LIGHT },
    },
    READ,
  ],
  requests: [
    rpc('ON', 'setLamp', '{"on":true}'),
    rpc('OFF', 'setLamp', '{"on":false}'),
    rpc('DIM', 'setLamp', '{"dim":{{level}}}'),
  ],
}

const PUMP = { subject: 'pump' } as const

/** A pump: starting it is confirmed, stopping it never waits. */
const SWITCH_PUMP: Commanded = {
  commands: [
    {
      ...NOTHING,
      code: 'START',
      name: ['启动', 'Start'],
      danger: 'CONFIRM',
      target: { metric: 'pumpState', equals: 'RUN', ...PUMP },
    },
    { ...NOTHING, code: 'STOP', name: ['停止', 'Stop'], target: { metric: 'pumpState', equals: 'STOP', ...PUMP } },
  ],
  requests: [rpc('START', 'setPump', '{"run":true}'), rpc('STOP', 'setPump', '{"run":false}')],
}

/** A pump cabinet with a frequency converter. */
export const PUMP_COMMANDS: Commanded = {
  commands: [
    ...SWITCH_PUMP.commands,
    {
      ...NOTHING,
      code: 'SET_FREQUENCY',
      name: ['设定频率', 'Set frequency'],
      danger: 'CONFIRM',
      params: {
        frequency: {
          kind: 'decimal',
          decimals: 1,
          label: ['频率', 'Frequency'],
          required: true,
          min: 20,
          max: 50,
          unit: 'Hz',
        },
      },
      target: { metric: 'frequency', param: 'frequency', tolerance: 0.5 },
    },
    { ...NOTHING, code: 'RESET_FAULT', name: ['故障复位', 'Reset fault'], danger: 'CONFIRM', absolute: false },
    READ,
  ],
  requests: [
    ...SWITCH_PUMP.requests,
    rpc('SET_FREQUENCY', 'setFrequency', '{"hz":{{frequency}}}'),
    rpc('RESET_FAULT', 'resetFault'),
  ],
}

/** The pump of a well. */
export const WELL_COMMANDS: Commanded = {
  commands: [
    ...SWITCH_PUMP.commands,
    { ...NOTHING, code: 'RESET_FAULT', name: ['故障复位', 'Reset fault'], danger: 'CONFIRM', absolute: false },
    READ,
  ],
  requests: [...SWITCH_PUMP.requests, rpc('RESET_FAULT', 'resetFault')],
}

/** A ration of water on top of opening and closing. Sent twice it would be given twice. */
export const SET_VOLUME: Commanded = {
  commands: [
    {
      ...NOTHING,
      code: 'SET_VOLUME',
      name: ['设定水量', 'Set volume'],
      danger: 'CONFIRM',
      absolute: false,
      params: {
        volume: {
          kind: 'decimal',
          decimals: 1,
          label: ['水量', 'Volume'],
          required: true,
          min: 0.1,
          max: 10_000,
          unit: 'm³',
        },
      },
    },
  ],
  requests: [rpc('SET_VOLUME', 'setVolume', '{"volume":{{volume}}}')],
}

/** A manhole cover: its watch, and the angle at which it calls. */
export const COVER_COMMANDS: Commanded = {
  commands: [
    { ...NOTHING, code: 'ARM', name: ['布防', 'Arm'], target: { metric: 'armed', equals: true } },
    {
      ...NOTHING,
      code: 'DISARM',
      name: ['撤防', 'Disarm'],
      danger: 'CONFIRM',
      params: {
        minutes: { kind: 'integer', label: ['时长', 'Duration'], required: true, min: 1, max: 1440, unit: 'min' },
      },
      target: { metric: 'armed', equals: false },
    },
    {
      ...NOTHING,
      code: 'SET_TILT',
      name: ['设定倾角', 'Set tilt limit'],
      danger: 'CONFIRM',
      params: { angle: { kind: 'integer', label: ['角度', 'Angle'], required: true, min: 5, max: 30, unit: '°' } },
    },
    READ,
  ],
  requests: [
    rpc('ARM', 'setArmed', '{"armed":true}'),
    rpc('DISARM', 'setArmed', '{"armed":false,"minutes":{{minutes}}}'),
    rpc('SET_TILT', 'setTilt', '{"angle":{{angle}}}'),
  ],
}

/** A sensor: how often it reports. */
export const SENSOR_COMMANDS: Commanded = {
  commands: [
    {
      ...NOTHING,
      code: 'SET_INTERVAL',
      name: ['设定上报间隔', 'Set report interval'],
      danger: 'CONFIRM',
      params: {
        seconds: { kind: 'integer', label: ['间隔', 'Interval'], required: true, min: 10, max: 86_400, unit: 's' },
      },
    },
    READ,
  ],
  requests: [rpc('SET_INTERVAL', 'setInterval', '{"seconds":{{seconds}}}')],
}
