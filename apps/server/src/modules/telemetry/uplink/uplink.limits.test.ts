import type { AlarmRule } from '@sluice/contract'
import { type LimitsByKey, limitsInForce, metricsOf, OWN_METRICS } from '@sluice/devices'
import { describe, expect, test } from 'vitest'
import { NOW, POISON, said, STATION, uplinkWorld } from './uplink.fixture.ts'
import { type DeviceRuntime, NO_STATES } from './uplink.runtime.ts'

const MINUTE = 60_000

type World = ReturnType<typeof uplinkWorld>
const told = ({ batches }: World) =>
  batches.flatMap(({ conditions = [] }) => conditions.map(({ deviceId, code, holds }) => [deviceId, code, holds]))

/** An opening above 50 % is V05, by a limit with these further conditions. */
const limited = (more: Partial<AlarmRule> = {}, id = '9'): LimitsByKey =>
  limitsInForce([
    {
      id,
      scope: 'TYPE',
      fault: 'V05',
      level: 4,
      enabled: true,
      rule: { key: 'opening', op: 'GT', value: 50, ...more },
    },
  ])!
const station = (more: Partial<AlarmRule> = {}, id?: string) => new Map([['1', limited(more, id)]])
const at = (minutes: number) => ({ receivedAt: NOW + minutes * MINUTE })

describe('a value beyond a limit of its device', () => {
  test('is stored as a condition with its report, with what raised it, and so is its end', async () => {
    const world = uplinkWorld({ limits: station() })
    await world.accept(said(60))
    await world.accept(said(50, at(1)))
    await world.accept(said(40, at(2)))
    await world.accept(said(30, at(3)))
    expect(world.batches.map(({ conditions = [] }) => conditions.length)).toEqual([1, 1, 1, 0])
    expect(told(world)).toEqual([
      ['1', 'V05', true],
      ['1', 'V05', true],
      ['1', 'V05', false],
    ])
    expect(world.batches[0]!.conditions).toEqual([
      {
        deviceId: '1',
        code: 'V05',
        holds: true,
        at: NOW,
        level: 4,
        trigger: {
          key: 'opening',
          op: 'GT',
          value: 50,
          limitId: '9',
          v: 60,
          unit: '%',
          decimals: 0,
          since: new Date(NOW).toISOString(),
        },
      },
    ])
    expect(world.stored.map(({ alarms }) => alarms.map(({ code, holds, level }) => [code, holds, level]))).toEqual([
      [['V05', true, 4]],
      [['V05', true, 4]],
      [['V05', false, null]],
      [],
    ])
  })

  test('is compared by the stroke of its product where it is for how long a valve travels', async () => {
    const rule = { key: 'travelTime', op: 'GT', value: 150 } as const
    const limits = limitsInForce([{ id: '9', scope: 'TYPE', fault: 'V04', level: null, enabled: true, rule }])!
    const device = { ...STATION.device, type: { ...STATION.device.type, strokeS: 40 } }
    const world = uplinkWorld({ stations: [{ ...STATION, device }], limits: new Map([['1', limits]]) })
    const moving = (seconds: number) => {
      const receivedAt = NOW + seconds * 1000
      return said(0, { receivedAt, observations: [{ channel: 0, ts: receivedAt, values: { valveState: 'OPENING' } }] })
    }
    for (const seconds of [0, 10, 70]) await world.accept(moving(seconds))
    expect(told(world)).toEqual([])
    await world.accept(moving(71))
    expect(told(world)).toEqual([['1', 'V04', true]])
    expect(world.batches.at(-1)!.conditions).toMatchObject([
      { trigger: { v: 152.5, since: new Date(NOW + 10_000).toISOString() } },
    ])
  })

  test('counts after its time, and a refused report is as if it had not been', async () => {
    const world = uplinkWorld({ limits: station({ holdS: 120 }) })
    await world.accept(said(60))
    await world.accept(said(POISON, at(1)))
    await world.accept(said(60, at(1.5)))
    expect(told(world)).toEqual([])
    await world.accept(said(60, at(2)))
    expect(told(world)).toEqual([['1', 'V05', true]])
  })

  test('that the store refused begins nothing, also while later reports wait behind it', async () => {
    const world = uplinkWorld({ limits: station({ holdS: 60 }) })
    await world.accept(said(POISON), said(40, at(1)), said(60, at(2)))
    await world.accept(said(60, at(2.5)))
    expect(told(world)).toEqual([])
    await world.accept(said(60, at(3)))
    expect(told(world)).toEqual([['1', 'V05', true]])
  })

  test('is waited for across a restart', async () => {
    const first = uplinkWorld({ limits: station({ repeatN: 2 }) })
    await first.accept(said(60))
    const { readings, limitStates, ...rest } = first.directory.device('1')!
    const { status, offlineCause, firstSeen, lastSeen, silentAfter, conditionsAt } = rest
    const kept = { readings, limitStates, status, offlineCause, firstSeen, lastSeen, silentAfter, conditionsAt }
    const second = uplinkWorld({ limits: station({ repeatN: 2 }), states: new Map([['1', kept]]) })
    await second.accept(said(60, at(1)))
    expect(told(second)).toEqual([['1', 'V05', true]])
  })

  test('is judged once: neither a late report nor one of the same time says anything', async () => {
    const world = uplinkWorld({ limits: station({ repeatN: 2 }) })
    await world.accept(said(60))
    await world.accept(said(60, { identity: 3, at: NOW }))
    await world.accept(said(60, { at: NOW - MINUTE }))
    expect(told(world)).toEqual([])
    await world.accept(said(60, at(1)))
    expect(told(world)).toEqual([['1', 'V05', true]])
  })

  test('that is no good one says nothing', async () => {
    const world = uplinkWorld({ limits: station() })
    await world.accept(said(0, { observations: [{ channel: 0, ts: NOW, values: { opening: 400 } }] }))
    expect(told(world)).toEqual([])
  })

  test('of a device behind another is a condition of that one', async () => {
    const world = uplinkWorld({ limits: new Map([['11', limited()]]) })
    await world.accept(said(60, { slave: { opening: 70 } }))
    expect(told(world)).toEqual([['11', 'V05', true]])
    expect(world.stored[0]!.alarms.map(({ device }) => device.deviceId)).toEqual(['11'])
  })

  test('leaves nothing behind in a device whose values are all inside', async () => {
    const states: DeviceRuntime['limitStates'][] = []
    const world = uplinkWorld({ limits: station() })
    for (const [n, opening] of [10, 60, 40].entries()) {
      await world.accept(said(opening, at(n)))
      states.push(world.directory.device('1')!.limitStates)
    }
    expect(states[0]).toBe(NO_STATES)
    expect(states[1]).toMatchObject({ 9: { phase: 'ALARM', fault: 'V05' } })
    expect(states[2]).toBe(NO_STATES)
  })
})

describe('a limit that is gone', () => {
  test('ends what it raised with the next report, whatever that is about', async () => {
    const world = uplinkWorld({ limits: station() })
    await world.accept(said(60))
    world.limit(new Map())
    await world.accept(said(0, { ...at(1), observations: [{ channel: 0, ts: NOW + MINUTE, values: { flow: 3 } }] }))
    expect(told(world)).toEqual([
      ['1', 'V05', true],
      ['1', 'V05', false],
    ])
  })

  test('or replaced by another that is also passed leaves the fault as it is', async () => {
    const world = uplinkWorld({ limits: station() })
    await world.accept(said(60))
    world.limit(station({}, '10'))
    await world.accept(said(60, at(1)))
    expect(told(world)).toEqual([
      ['1', 'V05', true],
      ['1', 'V05', true],
    ])
  })
})

describe('a fault that the device tells too', () => {
  test('holds while either says so', async () => {
    const world = uplinkWorld({ limits: station() })
    await world.accept(said(60, { conditions: { V05: false } }))
    await world.accept(said(60, { ...at(1), conditions: { V05: true } }))
    await world.accept(said(40, { ...at(2), conditions: { V05: true } }))
    await world.accept(said(40, { ...at(3), conditions: { V05: false } }))
    const ends = told(world).map(([, , holds]) => holds)
    expect(ends.filter((holds) => !holds)).toEqual([false])
    expect(ends.at(-1)).toBe(false)
    expect(world.stored.map(({ conditions }) => conditions['V05'])).toEqual([true, true, true, false])
  })

  test('is not ended by its limit while the device still says so', async () => {
    const world = uplinkWorld({ limits: station() })
    await world.accept(said(60, { conditions: { V05: true } }))
    await world.accept(said(40, at(1)))
    expect(told(world).some(([, , holds]) => !holds)).toBe(false)
    expect(world.stored[1]!.alarms).toEqual([])
  })
})

describe('a limit of what follows from several values', () => {
  const leaks = new Map([
    [
      '1',
      limitsInForce([
        {
          id: '9',
          scope: 'TYPE',
          fault: 'V11',
          level: null,
          enabled: true,
          rule: { key: 'closedFlow', op: 'GT', value: 0.5 },
        },
      ])!,
    ],
  ])
  const report = (minutes: number, values: Record<string, number | string>) =>
    said(0, { ...at(minutes), observations: [{ channel: 0, ts: NOW + minutes * MINUTE, values }] })

  test('takes what was not reported again from before, as long as the device would not be silent', async () => {
    const world = uplinkWorld({ limits: leaks })
    await world.accept(report(0, { valveState: 'CLOSED' }))
    await world.accept(report(13, { flow: 2 }))
    expect(told(world)).toEqual([])
    await world.accept(report(14, { valveState: 'CLOSED' }))
    expect(told(world)).toEqual([['1', 'V11', true]])
    await world.accept(report(15, { valveState: 'OPENING' }))
    expect(told(world)).toEqual([
      ['1', 'V11', true],
      ['1', 'V11', false],
    ])
  })

  test('takes no value of later for one that arrives late', async () => {
    const world = uplinkWorld({ limits: leaks })
    await world.accept(report(0, { valveState: 'OPEN' }))
    await world.accept(report(2, { flow: 2 }))
    await world.accept(report(1, { valveState: 'CLOSED' }))
    expect(told(world)).toEqual([])
  })

  test('is not about a value that is bad', async () => {
    const world = uplinkWorld({ limits: leaks })
    await world.accept(report(0, { valveState: 'CLOSED', flow: 1e9 }))
    await world.accept(report(1, { valveState: 'CLOSED' }))
    expect(told(world)).toEqual([])
  })

  const limitsOf = (key: string, rule: Omit<AlarmRule, 'key'>) =>
    new Map([
      [
        '1',
        limitsInForce([{ id: '9', scope: 'TYPE', fault: 'V12', level: null, enabled: true, rule: { key, ...rule } }])!,
      ],
    ])

  test('looks at how far a counter moved since its last good value', async () => {
    const world = uplinkWorld({ limits: limitsOf('openVolume', { op: 'LE', value: 0, repeatN: 2 }) })
    await world.accept(report(0, { valveState: 'OPEN', totalVolume: 10 }))
    await world.accept(report(1, { valveState: 'OPEN', totalVolume: 10 }))
    await world.accept(report(2, { valveState: 'OPEN', totalVolume: -4 }))
    await world.accept(report(3, { valveState: 'OPEN' }))
    expect(told(world)).toEqual([])
    await world.accept(report(4, { valveState: 'OPEN', totalVolume: 10 }))
    await world.accept(report(5, { valveState: 'OPEN', totalVolume: 10.2 }))
    expect(told(world)).toEqual([
      ['1', 'V12', true],
      ['1', 'V12', false],
    ])
  })

  test('looks at what is usual at this hour, and says nothing where nobody knows', async () => {
    const limits = limitsOf('burstFlow', { op: 'GT', value: 150 })
    const at14 = (pair: [number, number]) => Array.from({ length: 24 }, (_, hour) => (hour === 14 ? pair : null))
    const usual = new Map([['1', { flow: at14([30, 40]), outletPressure: at14([0.4, 0.42]) }]])
    const burst = report(0, { flow: 61, outletPressure: 0.2 })
    const unknown = uplinkWorld({ limits })
    await unknown.accept(burst)
    const known = uplinkWorld({ limits, usual })
    await known.accept(burst)
    expect([told(unknown), told(known)]).toEqual([[], [['1', 'V12', true]]])
    const learnt = uplinkWorld({ limits })
    await learnt.accept(report(0, { flow: 30, outletPressure: 0.4 }))
    learnt.directory.learnUsual(usual)
    await learnt.accept(report(1, { flow: 61, outletPressure: 0.2 }))
    expect(told(learnt)).toEqual([['1', 'V12', true]])
  })

  test('is told of values that are bad where they are what it is about', async () => {
    const { device } = STATION
    const type = { ...device.type, metricOf: metricsOf(OWN_METRICS) }
    const limits = limitsOf('probeLost', { op: 'EQ', equals: 'true', repeatN: 2 })
    const world = uplinkWorld({ limits, stations: [{ ...STATION, device: { ...device, type } }] })
    await world.accept(report(0, { temperature: 850 }))
    await world.accept(report(2, { temperature: 850 }))
    await world.accept(report(1, { temperature: 850 }))
    await world.accept(report(3, { temperature: 4.5 }))
    expect(told(world)).toEqual([
      ['1', 'V12', true],
      ['1', 'V12', false],
    ])
  })
})
