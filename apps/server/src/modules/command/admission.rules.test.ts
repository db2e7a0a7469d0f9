import type { CommandDef } from '@sluice/contract'
import { expect, it } from 'vitest'
import { type Asked, type Circumstances, refusalOf } from './admission.rules.ts'

const OPEN: CommandDef = {
  code: 'OPEN',
  params: {},
  danger: 'CONFIRM',
  absolute: true,
  target: { opening: 100 },
  repeatsOthers: true,
  stateMaxAgeS: 900,
}
const CLOSE: CommandDef = { ...OPEN, code: 'CLOSE', target: { opening: 0 } }
const STOP: CommandDef = { ...OPEN, code: 'STOP', target: 'REST', repeatsOthers: false }
const READ: CommandDef = { ...STOP, code: 'READ', target: null }

const asked = (more: Partial<Asked> = {}): Asked => ({ code: 'OPEN', confirmed: false, reason: null, ...more })
const given = (more: Partial<Circumstances> = {}): Circumstances => ({
  def: OPEN,
  enabled: true,
  retired: false,
  readings: new Map(),
  faults: [],
  switchesKnown: true,
  waiting: 0,
  queueCap: 20,
  ...more,
})
const why = (a: Asked, c: Circumstances) => refusalOf(a, c)?.because ?? 'taken'

it('a command that the device has is taken, one that it has not is refused', () => {
  expect(why(asked(), given())).toBe('taken')
  expect(why(asked({ code: 'DANCE' }), given({ def: undefined }))).toBe('command-unsupported')
})

it('asks in the order of domain 4.4: retired, enabled, mode, battery, faults, reason, switches, room', () => {
  const everything = given({
    def: { ...OPEN, danger: 'DOUBLE' },
    enabled: false,
    retired: true,
    readings: new Map([['mode', { v: 'LOCAL' }]]),
    faults: [{ code: 'P02', level: 3 }],
    switchesKnown: false,
    waiting: 20,
  })
  expect(why(asked(), everything)).toBe('device-retired')
  const inUse = { ...everything, retired: false }
  expect(why(asked(), inUse)).toBe('device-disabled')
  const enabled = { ...inUse, enabled: true }
  expect(why(asked(), enabled)).toBe('device-in-local-mode')
  const remote = { ...enabled, readings: new Map<string, { v: unknown }>() }
  expect(why(asked(), remote)).toBe('battery-too-low')
  const charged = { ...remote, faults: [{ code: 'S01', level: 3 }] }
  expect(why(asked(), charged)).toBe('needs-confirmation')
  expect(why(asked({ confirmed: true }), charged)).toBe('needs-reason')
  expect(why(asked({ confirmed: true, reason: 'drill' }), charged)).toBe('state-unknown')
  const known = { ...charged, switchesKnown: true }
  expect(why(asked({ confirmed: true, reason: 'drill' }), known)).toBe('queue-full')
  expect(why(asked({ confirmed: true, reason: 'drill' }), { ...known, waiting: 19 })).toBe('taken')
})

it('a valve in local mode can be read', () => {
  const local = given({ readings: new Map([['mode', { v: 'LOCAL' }]]) })
  expect(why(asked(), { ...local, def: READ })).toBe('taken')
  expect(why(asked(), { ...local, def: STOP })).toBe('device-in-local-mode')
})

it('an empty battery and serious faults never keep a valve from being shut or stopped', () => {
  const faults = [
    { code: 'P02', level: 3 },
    { code: 'S01', level: 4 },
  ]
  for (const def of [CLOSE, STOP, READ]) expect(why(asked(), given({ def, faults }))).toBe('taken')
})

it('a device that is no valve: what needs a yes is asked again with serious faults, what needs none is not held up', () => {
  const faults = [{ code: 'S01', level: 4 }]
  const START: CommandDef = { ...READ, code: 'START', target: { metric: 'pumpState', equals: 'RUN' } }
  const HALT: CommandDef = { ...START, code: 'STOP', danger: 'NONE', target: { metric: 'pumpState', equals: 'STOP' } }
  const TELL: CommandDef = { ...READ, code: 'SET_VOLUME' }
  expect(why(asked(), given({ def: START, faults }))).toBe('needs-confirmation')
  expect(why(asked(), given({ def: TELL, faults }))).toBe('needs-confirmation')
  expect(why(asked(), given({ def: HALT, faults }))).toBe('taken')
  const local = given({ readings: new Map([['mode', { v: 'LOCAL' }]]) })
  expect(why(asked(), { ...local, def: TELL })).toBe('device-in-local-mode')
})

it('says how to ask for the switches that are not known', () => {
  expect(refusalOf(asked(), given({ switchesKnown: false }))).toEqual({
    because: 'state-unknown',
    facts: { askWith: 'READ', maxAgeS: 900 },
  })
})
