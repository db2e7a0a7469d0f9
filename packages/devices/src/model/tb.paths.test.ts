import { tbMqtt, tbMqttFrame } from '@sluice/codecs'
import type { TbUplink } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { metricOf } from '../metric.ts'
import { tbReader } from './tb.uplink.ts'

type Rule = TbUplink['keys'][number]

/** The values of a payload by these rules, through the codec. */
function read(payload: unknown, ...keys: Rule[]): Record<string, unknown> {
  const frame = tbMqttFrame('v1/devices/me/telemetry', new TextEncoder().encode(JSON.stringify(payload)))
  const decoded = tbMqtt.decode(frame)
  if (!decoded.ok || !('reports' in decoded.value)) throw new Error('no report')
  const reports = decoded.value.reports.map(({ entries }) => ({
    device: null,
    entries: entries.map(({ ts, values }) => ({ ts: ts ?? 1, values })),
  }))
  const { observations } = tbReader(
    { protocol: 'TB_MQTT', keys },
    metricOf,
  )({ protocol: 'TB_MQTT', message: { reports } })
  return Object.assign({}, ...observations.map(({ values }) => values)) as Record<string, unknown>
}

const NESTED = { dev: { ch: [{ flow: 12.5, state: 'open' }, { flow: '1.5' }], bat: { mv: 3600 } }, csq: 20 }

describe('a key that is a path', () => {
  test.each<[string, unknown, Rule[], Record<string, unknown>]>([
    ['into objects and lists', NESTED, [{ from: '$.dev.ch[0].flow', key: 'flow' }], { flow: 12.5, csq: 20 }],
    [
      'converts, and reads words and numbers in texts as their metric does',
      NESTED,
      [
        { from: '$.dev.bat.mv', key: 'batteryV', factor: 0.001 },
        { from: '$.dev.ch[0].state', key: 'valveState' },
        { from: '$.dev.ch[-1].flow', key: 'flow' },
      ],
      { batteryV: 3.6, valveState: 'OPEN', flow: 1.5, csq: 20 },
    ],
    ['of one step is a name that needs quotes', { 'a.b': 2 }, [{ from: `$['a.b']`, key: 'flow' }], { flow: 2 }],
    ['to nothing gives nothing', NESTED, [{ from: '$.dev.none[3].x', key: 'flow' }], { csq: 20 }],
    ['to null gives nothing', { dev: { flow: null } }, [{ from: '$.dev.flow', key: 'flow' }], {}],
    [
      'to an object gives its JSON',
      { dev: { a: { b: 1 } } },
      [{ from: '$.dev.a', key: 'vendor' }],
      { vendor: '{"b":1}' },
    ],
    ['reads JSON in a text', { dev: '{"flow":3}' }, [{ from: '$.dev.flow', key: 'flow' }], { flow: 3 }],
    ['leaves what is no nested value as it came', { dev: 5 }, [{ from: '$.dev.flow', key: 'flow' }], { dev: 5 }],
    ['leaves a text that is no JSON', { dev: '{flow' }, [{ from: '$.dev.flow', key: 'flow' }], { dev: '{flow' }],
    ['leaves a text that only says null', { dev: 'null' }, [{ from: '$.dev.flow', key: 'flow' }], { dev: 'null' }],
    ['gives way to our name', { flow: 1, dev: { flow: 2 } }, [{ from: '$.dev.flow', key: 'flow' }], { flow: 1 }],
    ['reads from a member of the same name', { flow: { now: 2 } }, [{ from: '$.flow.now', key: 'flow' }], { flow: 2 }],
    [
      'stands beside a rule for the whole',
      { dev: { flow: 2 } },
      [
        { from: '$.dev.flow', key: 'flow' },
        { from: 'dev', key: 'vendor' },
      ],
      { flow: 2, vendor: '{"flow":2}' },
    ],
    ['of what every object has finds nothing', { dev: {} }, [{ from: '$.dev.constructor', key: 'flow' }], {}],
  ])('%s', (_name, payload, keys, values) => expect(read(payload, ...keys)).toEqual(values))

  test('begins at the values of each time', () => {
    const payload = [
      { ts: 5, values: { dev: { flow: 1 } } },
      { ts: 6, values: { dev: { flow: 2 } } },
    ]
    const keys = [{ from: '$.dev.flow', key: 'flow' }]
    expect(read(payload[0], ...keys)).toEqual({ flow: 1 })
    expect(read(payload, ...keys)).toEqual({ flow: 2 })
  })
})
