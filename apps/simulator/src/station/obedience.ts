import { type Sl651Body, type Sl651Message, sl651Uplink } from '@sluice/codecs'
import { toHex } from '@sluice/kit'
import { instantOfLocalText } from '../station-clock.ts'
import { type Composed, composeReport, frameOf } from './composer.ts'
import type { Cabinet } from './cabinet.ts'

/** The functions that a station offers to its centre. */
export interface Obedient {
  readonly cabinet: Cabinet
  answer(composed: Composed | null): void
  switchTo(func: '4C' | '4D', wanted: readonly boolean[]): void
  sendImage(): void
}

const VERSION = 'SLUICE-SIM-1.0'

/** Does what a query or command of the centre says and answers it (mode M4). False for what it does not understand. */
export function obey(message: Sl651Message, station: Obedient): boolean {
  const { cabinet } = station
  const { func, body } = message
  switch (func) {
    case '37':
    case '44':
    case '46':
      station.answer(cabinet.compose(func))
      return true
    case '3A':
      station.answer(named(message, cabinet))
      return true
    case '4C':
    case '4D':
      if (body.kind !== 'switches' || cabinet.drives?.func !== func) return false
      station.switchTo(func, body.states)
      return true
    case '4A':
      return setClock(message, station)
    case '51':
      station.answer(plain(cabinet, func, { kind: 'empty', station: cabinet.link.station }))
      return true
    case '45':
      station.answer(plain(cabinet, func, versionBody(cabinet)))
      return true
    case '36':
      station.sendImage()
      return true
    default:
      return false
  }
}

/** Only the elements that were asked for; those it does not measure are left out. */
function named({ body }: Sl651Message, cabinet: Cabinet): Composed | null {
  if (body.kind !== 'identifiers') return null
  const wanted = new Set(body.identifiers.map(({ id }) => id))
  const { measured, bits } = cabinet.measure()
  const found = measured.filter(({ id }) => wanted.has(id))
  return composeReport(cabinet.link, cabinet.stamp(), {
    func: '3A',
    stationType: cabinet.stationType,
    measured: found,
    bits: wanted.has('45') ? bits : null,
  })
}

/** The send time is the clock (SL651 function 4A). */
function setClock({ sendTime }: Sl651Message, { cabinet, answer }: Obedient): boolean {
  const instant = instantOfLocalText(sendTime ?? '')
  if (Number.isNaN(instant)) return false
  cabinet.setClock(instant)
  answer(plain(cabinet, '4A', { kind: 'empty', station: cabinet.link.station }))
  return true
}

function plain(cabinet: Cabinet, func: string, body: Sl651Body): Composed | null {
  return frameOf(sl651Uplink({ ...cabinet.link, encoding: 'HEX' }, cabinet.stamp(), func, body))
}

function versionBody(cabinet: Cabinet): Sl651Body {
  const raw = toHex(new TextEncoder().encode(VERSION))
  return { kind: 'version', station: cabinet.link.station, version: VERSION, raw }
}
