import { sl651, SL651_ELEMENTS } from '@sluice/codecs'
import { SL651_MODELS } from '@sluice/devices'
import type { ReportedSwitches } from '../downlink.ts'
import type { Gateway, GatewayParts, OpenGateway } from '../gateway.ts'
import { overTcp } from '../over-tcp.ts'
import { converseSl651, uplinkOf } from './sl651.conversation.ts'
import { Sl651Downlinks } from './sl651.downlink.ts'
import { replaySl651 } from './sl651.replay.ts'
import { switchesIn } from './sl651.switches.ts'

/** The remote address of a frame that is only looked at. */
const INSPECTED = 'inspection'

const SOH_HEX = 0x7e
const SOH_ASCII = 0x01

/** No bitmap that is older may be repeated anyway. */
const OLDEST_SWITCHES_MS = 3_600_000

/** Stations of SL 651-2014 over TCP. */
export const sl651Gateway: Gateway = {
  protocol: sl651.protocol,
  transport: 'tcp',
  ports: [{ variable: 'SLUICE_SL651_PORT', fallback: 7651, label: 'SL651 devices' }],
  codec: sl651,
  models: SL651_MODELS,
  elements: [...SL651_ELEMENTS.values()].map(({ id, key, unit }) => ({ id, name: key, unit })),
  slavesBy: 'CHANNEL',
  // Whatever a station is to be tried with, also what is no frame of the standard.
  takesRaw: { as: 'FRAME', accepts: () => true },
  identification: {
    by: 'ADDRESS',
    // Five bytes, and a password of two.
    isAddress: (text) => /^[0-9A-F]{10}$/.test(text),
    // Stations ship with 0000 and FFFF.
    drawPassword: (draw) => (1 + draw(0xfffe)).toString(16).toUpperCase().padStart(4, '0'),
    readPassword: (text) => (/^[0-9A-Fa-f]{4}$/.test(text) ? text.toUpperCase() : null),
  },
  uplinkIn(frame, receivedAt) {
    const decoded = sl651.decode(frame)
    if (!decoded.ok || decoded.value.direction === 'down' || decoded.value.body.kind === 'part') return undefined
    return uplinkOf(decoded.value, [frame], receivedAt, INSPECTED)
  },
  beginsWith: beginsSl651,
  open,
}

/** 6.2.3: twice 7E before HEX bytes, or SOH before the twelve characters of an address. */
function beginsSl651([first, second]: Uint8Array): boolean | undefined {
  if (first === undefined) return undefined
  if (first !== SOH_HEX && first !== SOH_ASCII) return false
  if (second === undefined) return undefined
  return first === SOH_HEX ? second === SOH_HEX : /[0-9A-Fa-f]/.test(String.fromCharCode(second))
}

function open(parts: GatewayParts): OpenGateway {
  const downlinks = new Sl651Downlinks(parts)
  const conversation = { ...parts, downlinks }
  return {
    ...overTcp(parts, {
      protocol: sl651.protocol,
      split: (buffer, ended) => sl651.split(buffer, ended),
      converse: (link) => converseSl651(link, conversation),
    }),
    transmit: (request) => downlinks.send(request),
    replay: (_, frames) => replaySl651(parts, frames),
    async switchesOf(stationId) {
      const heard = downlinks.switchesOf(stationId)
      return heard === undefined ? storedSwitches(parts, stationId) : heard
    },
  }
}

/** The valves in the last frame that an earlier process stored. */
async function storedSwitches(
  { clock, lastFrame, zoneOf }: GatewayParts,
  stationId: string,
): Promise<ReportedSwitches | null> {
  const frame = await lastFrame(stationId, '4D', clock.now().getTime() - OLDEST_SWITCHES_MS)
  const decoded = frame && sl651.decode(frame.raw)
  if (!decoded?.ok) return null
  return switchesIn(decoded.value, await zoneOf(stationId), frame?.receivedAt ?? 0) ?? null
}
