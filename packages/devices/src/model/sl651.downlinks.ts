import type { Sl651Message } from '@sluice/codecs'
import { fail, ok } from '@sluice/kit'
import type { DeviceDownlink, EncodeCommand } from '../command.ts'
import type { Sl651Downlinks } from '@sluice/contract'

/** One request to a station. */
export interface Sl651Downlink extends DeviceDownlink {
  protocol: 'SL651'
  func: string
  body: Sl651Message['body']
}

/** Encodes commands as the requests of a model; one bit of a bitmap changes, the others are sent as last reported. */
export function encodeSl651({ requests }: Sl651Downlinks): EncodeCommand {
  return ({ code }, { channel, switches }) => {
    const request = requests.find((one) => one.code === code)
    if (!request) return fail('UNSUPPORTED')
    const { func } = request
    if (!('on' in request)) {
      return ok<Sl651Downlink>({ protocol: 'SL651', func, body: { kind: 'empty', station: null } })
    }
    // The state of a channel beyond the station's reports is unknown.
    if (switches === null || channel < 1 || channel > switches.length) return fail('STATE_UNKNOWN')
    const states = switches.with(channel - 1, request.on)
    return ok<Sl651Downlink>({ protocol: 'SL651', func, body: { kind: 'switches', station: null, states } })
  }
}
