import { describe, expect, it } from 'vitest'
import { tbMqttFrame } from './tb-mqtt.codec.ts'
import { tbScripted, tbScriptInput } from './tb-mqtt.script.ts'

const payload = Uint8Array.of(1, 0, 255)

describe('what a payload script reads', () => {
  it.each(['v1/devices/me/telemetry', 'v1/devices/me/attributes', 'v2/t', 'v2/a/j', 'up/4G/data'])('is %s', (topic) =>
    expect(tbScriptInput(tbMqttFrame(topic, payload))).toEqual({ topic, payload }),
  )

  it.each([
    'v1/devices/me/rpc/response/1',
    'v1/devices/me/attributes/request/1',
    'v2/r/res/1',
    'v1/gateway/telemetry',
    'v2/fw/request/1/chunk/0',
  ])('is not %s', (topic) => expect(tbScriptInput(tbMqttFrame(topic, payload))).toBeUndefined())

  it('is not what has no topic', () => expect(tbScriptInput(Uint8Array.of(1, 2))).toBeUndefined())
})

describe('what a payload script returns', () => {
  it.each([
    ['nothing', null, [], []],
    ['an empty object', {}, [], []],
    [
      'values',
      { telemetry: { a: 1, b: 'x', c: true, d: null } },
      [{ ts: null, values: { a: 1, b: 'x', c: true } }],
      [],
    ],
    ['values of a time', { telemetry: { ts: 5, values: { a: 1 } } }, [{ ts: 5, values: { a: 1 } }], []],
    [
      'values of several times',
      { telemetry: [{ ts: 5, values: { a: 1 } }, { a: 2 }, {}] },
      [
        { ts: 5, values: { a: 1 } },
        { ts: null, values: { a: 2 } },
      ],
      [],
    ],
    ['attributes', { attributes: { fw: '1.2.0' } }, [], [{ ts: null, values: { fw: '1.2.0' } }]],
    ['nested values', { telemetry: { a: { b: [1] } } }, [{ ts: null, values: { a: '{"b":[1]}' } }], []],
    [
      'a key that would change an object',
      { telemetry: JSON.parse('{"__proto__":1,"a":2}') as unknown },
      [{ ts: null, values: { a: 2 } }],
      [],
    ],
  ])('as %s is as a device would have sent it', (_name, answer, telemetry, attributes) => {
    expect(tbScripted(answer)).toEqual({ ok: true, value: { telemetry, attributes } })
  })

  it.each([
    ['text', 'flow=1', 'no object'],
    ['a number', 5, 'no object'],
    ['a list', [{ telemetry: {} }], 'no object'],
    ['another member', { telemetry: {}, data: {} }, '"data"'],
    ['telemetry as text', { telemetry: 'x' }, 'telemetry is neither'],
    ['a time that is none', { telemetry: { ts: 'noon', values: {} } }, 'telemetry is neither'],
    ['attributes in a list', { attributes: [{ a: 1 }] }, 'attributes are not'],
    ['attributes with a time', { attributes: { ts: 1, values: { a: 1 } } }, 'attributes are not'],
    ['too many times', { telemetry: Array.from({ length: 2001 }, () => ({ a: 1 })) }, '2001 times'],
    ['a depth without end', { telemetry: { a: deep(200) } }, 'too deep'],
  ])('as %s is refused', (_name, answer, words) => {
    expect(tbScripted(answer)).toEqual({ ok: false, error: expect.stringContaining(words) })
  })
})

function deep(levels: number): unknown {
  return levels === 0 ? 1 : { a: deep(levels - 1) }
}
