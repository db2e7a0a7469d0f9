import type { Sl651Message } from '@sluice/codecs'
import type { CommandDef } from '@sluice/contract'
import { fail, ok } from '@sluice/kit'
import { type DeviceDownlink, type EncodeCommand, READ } from '../command.ts'

/** One request to a station. */
export interface Sl651Downlink extends DeviceDownlink {
  protocol: 'SL651'
  func: string
  body: Sl651Message['body']
}

const SWITCH = {
  params: {},
  danger: 'CONFIRM',
  absolute: true,
  // 4D cannot leave a switch unchanged: the whole bitmap is sent (SL651 table 59).
  repeatsOthers: true,
  stateMaxAgeS: 900,
} as const

export const SL651_READ: readonly CommandDef[] = [READ]

export const SL651_VALVE_COMMANDS: readonly CommandDef[] = [
  { ...SWITCH, code: 'OPEN', target: { opening: 100 } },
  { ...SWITCH, code: 'CLOSE', target: { opening: 0 } },
  READ,
]

/** READ is the query 37 of present values. */
export const encodeSl651Read: EncodeCommand = ({ code }) =>
  code === 'READ'
    ? ok<Sl651Downlink>({ protocol: 'SL651', func: '37', body: { kind: 'empty', station: null } })
    : fail('UNSUPPORTED')

/** OPEN and CLOSE are the command 4D: one bit changes, the others are sent as the station last reported them. */
export const encodeSl651Valve: EncodeCommand = (command, context) => {
  const { code } = command
  if (code !== 'OPEN' && code !== 'CLOSE') return encodeSl651Read(command, context)
  const { channel, switches } = context
  // The state of a channel beyond the station's reports is unknown.
  if (switches === null || channel < 1 || channel > switches.length) return fail('STATE_UNKNOWN')
  const states = switches.with(channel - 1, code === 'OPEN')
  return ok<Sl651Downlink>({ protocol: 'SL651', func: '4D', body: { kind: 'switches', station: null, states } })
}
