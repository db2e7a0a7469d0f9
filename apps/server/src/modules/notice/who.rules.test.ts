import { describe, expect, it } from 'vitest'
import {
  decide,
  ESCALATION,
  type FaultFacts,
  firstSteps,
  holdOf,
  laterSteps,
  nextStepAt,
  type Person,
  quietUntil,
  type Rule,
  type Situation,
  type Verdict,
} from './who.rules.ts'

const ZONE = 'Asia/Shanghai'
const MINUTE = 60_000
/** A Thursday, 14:32 in the zone. */
const NOW = Date.parse('2026-06-18T06:32:00Z')
/** 03:00 of the following night. */
const NIGHT = Date.parse('2026-06-18T19:00:00Z')

const person = (id: string, more: Partial<Person> = {}): Person => ({
  id,
  name: `person ${id}`,
  deptId: '2',
  zone: ZONE,
  userId: '9',
  channels: ['INAPP', 'SMS'],
  levels: [],
  deviceTypes: [],
  areaIds: [],
  quietFrom: null,
  quietTo: null,
  enabled: true,
  ...more,
})
const rule = (id: string, more: Partial<Rule> = {}): Rule => ({
  id,
  name: `rule ${id}`,
  deptId: '1',
  place: 10,
  levels: [],
  codes: [],
  delayMin: 0,
  repeatMin: null,
  escalateAfterMin: null,
  escalateTo: null,
  mergeWindowS: 60,
  ...more,
})
const fault = (more: Partial<FaultFacts> = {}): FaultFacts => ({
  code: 'V01',
  level: 3,
  begun: 1,
  toldBegun: null,
  active: true,
  handled: false,
  explained: false,
  codePushed: true,
  maintainedUntil: null,
  ...more,
})
/** A valve of department 3, below 2, below 1; in area 31 below 30. */
const situation = (more: Partial<Situation> = {}): Situation => ({
  fault: fault(),
  device: { depts: ['3', '2', '1'], deviceTypeCode: 'VALVE', areas: new Set(['31', '30']) },
  rules: [],
  people: [person('1')],
  shifts: [],
  configured: new Set(['INAPP', 'SMS'] as const),
  base: NOW,
  ...more,
})
const verdictOf = (more: Partial<Situation>): Verdict => decide(situation(more)).verdicts[0]!
const against = ({ checks }: Pick<Verdict, 'checks'>) => checks.filter(({ ok }) => !ok).map(({ check }) => check)

describe('a person is told', () => {
  it('of faults of devices of their department and of those below it, by every channel that is configured', () => {
    for (const deptId of ['3', '2', '1'])
      expect(verdictOf({ people: [person('1', { deptId })] })).toMatchObject({
        told: 'NOW',
        at: NOW,
        channels: ['INAPP', 'SMS'],
      })
    const other = verdictOf({ people: [person('1', { deptId: '4' })] })
    expect([other.told, other.at, against(other)]).toEqual(['NO', null, ['DEPARTMENT']])
  })

  it.each([
    ['LEVEL', { levels: ['4'] }, { levels: ['2', '3'] }],
    ['TYPE', { deviceTypes: ['PUMP'] }, { deviceTypes: ['PUMP', 'VALVE'] }],
    ['AREA', { areaIds: ['32'] }, { areaIds: ['30'] }],
    ['CHANNEL', { channels: ['EMAIL'] }, { channels: ['EMAIL', 'SMS'] }],
    ['CHANNEL', { channels: ['INAPP'], userId: null }, { channels: ['INAPP'], userId: '7' }],
    ['DISABLED', { enabled: false }, { enabled: true }],
  ] as const)('or not because of %s', (check, out, within) => {
    const refused = verdictOf({ people: [person('1', out as Partial<Person>)] })
    expect([refused.told, against(refused)]).toEqual(['NO', [check]])
    expect(verdictOf({ people: [person('1', within as Partial<Person>)] }).told).toBe('NOW')
  })

  it('and every reason is said, in order', () => {
    const all = verdictOf({
      people: [person('1', { levels: ['4'], areaIds: ['9'], enabled: false, channels: ['VOICE'] })],
    })
    expect(all.checks.map(({ check }) => check)).toEqual([
      'LEVEL',
      'TYPE',
      'AREA',
      'DEPARTMENT',
      'QUIET',
      'CHANNEL',
      'DISABLED',
    ])
    expect(against(all)).toEqual(['LEVEL', 'AREA', 'CHANNEL', 'DISABLED'])
  })
})

describe('quiet hours', () => {
  const quiet = [person('1', { quietFrom: '22:00', quietTo: '06:00' })]

  it('let a person sleep until they are over; level 4 does not wait', () => {
    const night = verdictOf({ people: quiet, base: NIGHT })
    expect(night).toMatchObject({ told: 'LATER', at: Date.parse('2026-06-18T22:00:00Z') })
    expect(against(night)).toEqual(['QUIET'])
    expect(verdictOf({ people: quiet, base: NIGHT, fault: fault({ level: 4 }) })).toMatchObject({
      told: 'NOW',
      at: NIGHT,
    })
    expect(verdictOf({ people: quiet }).told).toBe('NOW')
  })

  it('end on the same day or the next one, and do not hold in the minute they end', () => {
    const of = (quietFrom: string, quietTo: string, at: string) => {
      const until = quietUntil(person('1', { quietFrom, quietTo }), Date.parse(`${at}+08:00`))
      return until === null ? null : new Date(until).toISOString()
    }
    expect(of('12:00', '14:30', '2026-06-18T12:00:00')).toBe('2026-06-18T06:30:00.000Z')
    expect(of('12:00', '14:30', '2026-06-18T14:30:00')).toBeNull()
    expect(of('22:00', '06:00', '2026-06-18T23:59:00')).toBe('2026-06-18T22:00:00.000Z')
    expect(of('22:00', '06:00', '2026-06-18T05:59:00')).toBe('2026-06-17T22:00:00.000Z')
    expect(of('22:00', '06:00', '2026-06-18T06:00:00')).toBeNull()
  })
})

describe('a rota', () => {
  const shift = (id: string, from: number, to: number, deptId = '2') => ({
    deptId,
    noticeUserId: id,
    from,
    to,
    holiday: false,
  })
  const hour = 60 * MINUTE
  const people = [person('1'), person('2'), person('3', { deptId: '1' })]
  const told = (more: Partial<Situation>) =>
    decide(situation({ people, ...more })).verdicts.flatMap(({ person: { id }, told: when }) =>
      when === 'NOW' ? [id] : [],
    )

  it('tells only who is on duty, level 4 too; without one everybody who suits', () => {
    expect(told({})).toEqual(['1', '2', '3'])
    const shifts = [shift('2', NOW - hour, NOW + hour)]
    expect(told({ shifts })).toEqual(['2'])
    expect(told({ shifts, fault: fault({ level: 4 }) })).toEqual(['2'])
    expect(against(decide(situation({ people, shifts })).verdicts[0]!)).toEqual(['DUTY'])
  })

  it('begins with its first shift, leaves a gap uncovered, and is forgotten a week after its last one', () => {
    expect(told({ shifts: [shift('2', NOW + hour, NOW + 2 * hour)] })).toEqual(['1', '2', '3'])
    expect(told({ shifts: [shift('2', NOW - 2 * hour, NOW)] })).toEqual([])
    expect(told({ shifts: [shift('2', NOW - 9 * 24 * hour, NOW - 8 * 24 * hour)] })).toEqual(['1', '2', '3'])
  })

  it('with a gap looks again at the next start of a shift, and when it is given up', () => {
    const lookAt = (more: Partial<Situation>) => decide(situation({ people, ...more })).lookAt
    const before = shift('2', NOW - 2 * hour, NOW)
    const later = [shift('1', NOW + 5 * hour, NOW + 6 * hour), shift('2', NOW + hour, NOW + 2 * hour, '1')]
    expect(lookAt({ shifts: [before, ...later] })).toBe(NOW + hour)
    expect(lookAt({ shifts: [before, shift('2', NOW + hour, NOW + 2 * hour, '4')] })).toBe(NOW + 7 * 24 * hour)
    expect(lookAt({ shifts: [before, ...later], judgedAt: NOW + hour })).toBe(NOW + 5 * hour)
    expect(lookAt({ shifts: [shift('2', NOW - hour, NOW + hour), ...later] })).toBeNull()
    const off = [person('1', { enabled: false })]
    expect(lookAt({ people: off })).toBeNull()
    expect(lookAt({ people: off, shifts: later })).toBe(NOW + hour)
    const inGap = decide(situation({ people, shifts: [before, ...later] }))
    expect(nextStepAt(inGap, NOW)).toBe(NOW + hour)
    const sleeper = [person('1', { quietFrom: '00:00', quietTo: '23:59' })]
    expect(lookAt({ people: sleeper, shifts: later })).toBeNull()
  })

  it('of a holiday is asked first, and the usual one where the holiday has nobody', () => {
    const usual = shift('2', NOW - hour, NOW + hour)
    const ofHoliday = { ...shift('1', NOW - hour, NOW + hour), holiday: true }
    expect(told({ shifts: [usual, ofHoliday] })).toEqual(['1'])
    expect(told({ shifts: [usual, { ...ofHoliday, from: NOW + 1 }] })).toEqual(['2'])
    expect(told({ shifts: [usual, { ...ofHoliday, deptId: '1' }] })).toEqual(['2'])
  })

  it('of the nearest department counts, and wakes who took the shift', () => {
    const far = shift('3', NOW - hour, NOW + hour, '1')
    expect(told({ shifts: [far] })).toEqual(['3'])
    expect(told({ shifts: [far, shift('1', NOW - hour, NOW + hour, '3')] })).toEqual(['1'])
    const sleeper = [person('1', { quietFrom: '22:00', quietTo: '06:00' })]
    const night = [shift('1', NIGHT - hour, NIGHT + hour)]
    expect(told({ people: sleeper, shifts: night, base: NIGHT })).toEqual(['1'])
  })
})

describe('nobody is told of', () => {
  it.each([
    ['CODE', { codePushed: false }],
    ['MAINTENANCE', { maintainedUntil: 9e12 }],
    ['CONSEQUENCE', { explained: true }],
    ['TAKEN', { handled: true }],
    ['CLEARED', { active: false }],
    ['FLAPPING', { begun: 3, toldBegun: 2 }],
  ] as const)('a fault because of %s', (check, more) => {
    const decision = decide(situation({ fault: fault(more) }))
    expect(decision.checks.filter(({ ok }) => !ok).map((one) => one.check)).toEqual([check])
    expect(firstSteps(decision)).toEqual([])
    expect(decision.climbs).toBe(check === 'FLAPPING')
  })

  it('a fault that comes and goes, until it has begun twice as often as when it was last told', () => {
    const held = (toldBegun: number | null) =>
      [1, 2, 3, 4, 5, 6, 7, 8].filter((begun) => !decide(situation({ fault: fault({ begun, toldBegun }) })).told)
    expect(held(null)).toEqual([])
    expect(held(1)).toEqual([1])
    expect(held(2)).toEqual([1, 2, 3])
    expect(held(4)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('a fault that comes and goes, until it has stayed for a hold that grows with its beginnings', () => {
    const holds = [3, 5, 7, 9, 15, 17, 100].map((begun) => holdOf({ begun, toldBegun: begun - 1 }) / MINUTE)
    expect(holds).toEqual([2, 4, 4, 8, 8, 16, 30])
    const rules = [rule('1', { delayMin: 1, repeatMin: 10 })]
    const held = decide(situation({ rules, fault: fault({ begun: 3, toldBegun: 2 }) }))
    const until = NOW + 3 * MINUTE
    expect([held.heldUntil, nextStepAt(held, NOW), nextStepAt(held, until)]).toEqual([until, until, NOW + 11 * MINUTE])
    expect(firstSteps(held, until - 1)).toEqual([])
    expect(firstSteps(held, until).map(({ person: { id } }) => id)).toEqual(['1'])
    const over = decide(situation({ rules, fault: fault({ begun: 3, toldBegun: 2, active: false }) }))
    expect([firstSteps(over, until), nextStepAt(over, NOW)]).toEqual([[], null])
  })
})

describe('the rule', () => {
  it('is the first from the top that suits; of two in one place that of the nearer department', () => {
    const named = (rules: Rule[], more: Partial<Situation> = {}) =>
      decide(situation({ rules, ...more })).rule?.id ?? null
    const rules = [rule('1', { place: 20 }), rule('2', { levels: ['3'] }), rule('3', { place: 5, codes: ['V13'] })]
    expect(named(rules)).toBe('2')
    expect(named(rules, { fault: fault({ code: 'V13' }) })).toBe('3')
    expect(named(rules, { fault: fault({ level: 2 }) })).toBe('1')
    expect(named([rule('1'), rule('2', { deptId: '3' })])).toBe('2')
    expect(named([rule('1', { deptId: '4' })])).toBeNull()
  })

  it('without one a fault is told at once and once', () => {
    const decision = decide(situation())
    expect([decision.at, decision.repeatMs, decision.escalateAt, nextStepAt(decision, NOW)]).toEqual([
      NOW,
      null,
      null,
      null,
    ])
  })

  it('delays, repeats, and calls the next person when nobody takes it', () => {
    const rules = [rule('1', { delayMin: 2, repeatMin: 10, escalateAfterMin: 15, escalateTo: '2' })]
    const people = [person('1'), person('2', { levels: ['4'] })]
    const decision = decide(situation({ rules, people }))
    const at = NOW + 2 * MINUTE
    expect(firstSteps(decision).map((one) => [one.person.id, one.at])).toEqual([['1', at]])
    expect(decision.verdicts[1]).toMatchObject({ told: 'ESCALATION', at: at + 15 * MINUTE })
    expect(nextStepAt(decision, NOW)).toBe(at + 10 * MINUTE)
    expect(nextStepAt(decision, at + 10 * MINUTE)).toBe(at + 15 * MINUTE)
    expect(nextStepAt(decision, at + 15 * MINUTE)).toBe(at + 20 * MINUTE)
    const steps = (after: number) =>
      laterSteps(decision, at + after * MINUTE).map(({ step, person: { id } }) => [step, id])
    expect(steps(9)).toEqual([])
    expect(steps(10)).toEqual([[1, '1']])
    expect(steps(15)).toEqual([
      [ESCALATION, '2'],
      [1, '1'],
    ])
    // After an hour without the server only the last repetition is sent.
    expect(steps(60)).toEqual([
      [ESCALATION, '2'],
      [6, '1'],
      [6, '2'],
    ])
  })

  it('calls nobody next who is switched off or cannot be reached, and nobody twice', () => {
    const rules = [rule('1', { escalateAfterMin: 15, escalateTo: '1' })]
    const at = (more: Partial<Person>) => decide(situation({ rules, people: [person('1', more)] })).verdicts[0]!.told
    expect(at({ levels: ['4'] })).toBe('ESCALATION')
    expect(at({ levels: ['4'], enabled: false })).toBe('NO')
    expect(at({ levels: ['4'], channels: ['VOICE'] })).toBe('NO')
    expect(at({})).toBe('NOW')
  })

  it('climbs no further once somebody took it or it is over', () => {
    const rules = [rule('1', { repeatMin: 10, escalateAfterMin: 5, escalateTo: '1' })]
    for (const more of [{ handled: true }, { active: false }, { explained: true }]) {
      const decision = decide(situation({ rules, fault: fault(more) }))
      expect([laterSteps(decision, NOW + 60 * MINUTE), nextStepAt(decision, NOW)]).toEqual([[], null])
    }
  })
})
