import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tbMqtt, tbMqttFrame, tbMqttParts } from './tb-mqtt.codec.ts'
import type { TbMqttMessage } from './tb-mqtt.messages.ts'
import { isTbTopic, tbMqttSpellings } from './tb-mqtt.spelling.ts'
import { TB_MQTT_FILTERS } from './tb-mqtt.topics.ts'
import { TB_MQTT_VECTORS } from './tb-mqtt.vectors.ts'

const text = new TextEncoder()
const frameOf = (topic: string, payload: string) => tbMqttFrame(topic, text.encode(payload))
const telemetryOf = (payload: string) => tbMqtt.decode(frameOf('v1/devices/me/telemetry', payload))

describe.each(TB_MQTT_VECTORS)('$topic $payload', ({ topic, payload, message, canonical }) => {
  const frame = frameOf(topic, payload)

  it('is read', () => expect(tbMqtt.decode(frame)).toEqual({ ok: true, value: message }))

  it('is written back', () => {
    const encoded = tbMqtt.encode(message)
    if (!encoded.ok) throw new Error(encoded.error.kind)
    expect(tbMqtt.decode(encoded.value)).toEqual({ ok: true, value: message })
    expect(canonical ? encoded.value : frame).toEqual(frame)
  })

  it('survives every truncation and every flipped bit without throwing', () => {
    for (let length = 0; length < frame.length; length++) tbMqtt.decode(frame.subarray(0, length))
    for (let bit = 0; bit < frame.length * 8; bit++) {
      const flipped = frame.slice()
      flipped[bit >> 3] = flipped[bit >> 3]! ^ (1 << (bit & 7))
      const decoded = tbMqtt.decode(flipped)
      expect(decoded.ok ? 0 : decoded.error.at).toBeLessThanOrEqual(frame.length)
    }
  })
})

describe('faults', () => {
  const topic = 'v1/devices/me/telemetry'

  it('tell where the JSON went wrong', () => {
    expect(telemetryOf('{"a":1,}')).toEqual({ ok: false, error: { kind: 'invalid', at: topic.length + 1 + 7 } })
    expect(telemetryOf('')).toEqual({ ok: false, error: { kind: 'truncated', at: topic.length + 1 } })
    expect(tbMqtt.decode(text.encode(topic))).toEqual({ ok: false, error: { kind: 'truncated', at: topic.length } })
  })

  it.each([
    '1',
    '"a"',
    'null',
    '[1]',
    '[[{}]]',
    '{"ts":NaN,"values":{}}',
    '{"ts":1e400,"values":{}}',
    '{"ts":1,"values":3}',
    '{"ts":"x","values":{}}',
  ])('refuse %s as telemetry', (payload) =>
    expect(telemetryOf(payload)).toMatchObject({ ok: false, error: { kind: 'invalid' } }),
  )

  it.each([
    'v1/devices/me',
    'v1/devices/other/telemetry',
    'v2/t/p',
    'v2/x',
    'v2/fw/request/1/chunk/x',
    'v2/fw/response/1/chunk/0',
    '$SYS/x',
    'v1/devices/me/rpc/request/x',
    '',
  ])('call the topic %s unsupported', (name) =>
    expect(tbMqtt.decode(frameOf(name, '{}'))).toEqual({ ok: false, error: { kind: 'unsupported', at: 0 } }),
  )

  it.each(['-1', '1e3', 'all', '123456789'])('are %s for the size of a part of a firmware', (size) =>
    expect(tbMqtt.decode(frameOf('v2/fw/request/1/chunk/0', size))).toMatchObject({
      ok: false,
      error: { kind: 'invalid' },
    }),
  )

  it('are returned for nesting that no stack holds', () => {
    expect(telemetryOf('['.repeat(60_000))).toMatchObject({ ok: false })
    expect(telemetryOf(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toHaveProperty('ok')
  })

  it.each([
    ['v1/devices/me/rpc/response/1', (deep: string) => deep],
    ['v1/devices/me/rpc/response/1', (deep: string) => `{"error":${deep}}`],
    ['v1/devices/me/rpc/request/1', (deep: string) => `{"method":"m","params":${deep}}`],
    ['v1/gateway/rpc', (deep: string) => `{"device":"A","id":1,"data":${deep}}`],
  ])('are what is nested deeper than anybody who shows it can walk: %s', (name, payloadOf) => {
    const nested = (levels: number) => tbMqtt.decode(frameOf(name, payloadOf('['.repeat(levels) + ']'.repeat(levels))))
    expect(nested(30_000)).toEqual({ ok: false, error: { kind: 'invalid', at: name.length + 1 } })
    const decoded = nested(50)
    expect(decoded.ok && JSON.stringify(decoded.value)).toContain('[[[')
  })
})

describe('what ThingsBoard takes for JSON', () => {
  it.each([
    ['{temperature:25}', { temperature: 25 }],
    ["{'a':'it''s', b:-1.5e3}", undefined],
    ["{'a':'it\\'s \"x\"', b:-1.5e3}", { a: 'it\'s "x"', b: -1500 }],
    ['{ a : open , b:TRUE,c:Null,d:0012,e:[1,x]}', { a: 'open', b: true, d: '0012', e: '[1,"x"]' }],
    ['{a:NaN,b:1,c:-Infinity}', { a: 'NaN', b: 1, c: '-Infinity' }],
    ['{"a":1}\0\0', { a: 1 }],
    ['\ufeff{"a":1}', { a: 1 }],
    ['\ufeff{a:1}\0', { a: 1 }],
    ['{__proto__:1,constructor:2}', { constructor: 2 }],
    ['{a:1}}', undefined],
    ['{a:1,}', undefined],
    ['{a 1}', undefined],
    ['{:1}', undefined],
    ['{a:"x}', undefined],
    ['{a:"\\q"', undefined],
    ['[{a:1}', undefined],
  ])('%s', (payload, values) => {
    const decoded = telemetryOf(payload)
    const first = decoded.ok && decoded.value.kind === 'telemetry' && decoded.value.reports[0]?.entries[0]
    expect(first).toEqual(values === undefined ? false : { ts: null, values })
  })

  it('says where it went wrong, and ends at a hundred levels', () => {
    expect(telemetryOf('{a:1;b:2}')).toEqual({ ok: false, error: { kind: 'invalid', at: 23 + 1 + 4 } })
    const nested = (levels: number) => telemetryOf(`{a:${'['.repeat(levels)}x${']'.repeat(levels)}}`)
    expect(nested(99)).toMatchObject({ ok: true })
    expect(nested(100)).toMatchObject({ ok: false })
    expect(telemetryOf(`{a:${'['.repeat(60_000)}`)).toMatchObject({ ok: false })
  })

  it('is read in time for its length, whatever it is', () => {
    const begin = performance.now()
    for (const part of ['"', "'", '\\', '{a:', '[x,', ' ', 'a,', '\ufeff']) telemetryOf(`{a:${part.repeat(60_000)}`)
    expect(performance.now() - begin).toBeLessThan(5000)
  })

  it.each([
    [1_700_000_000_000.75, 1_700_000_000_000],
    ['"1700000000000.75"', 1_700_000_000_000],
    [-1.5, -2],
  ])('cuts the fraction off a time of %s', (ts, cut) =>
    expect(telemetryOf(`{"ts":${ts},"values":{"a":1}}`)).toMatchObject({
      value: { reports: [{ entries: [{ ts: cut, values: { a: 1 } }] }] },
    }),
  )

  it('takes a string for a number where the number says the same', () => {
    const texts = [
      '1.1',
      '1.10',
      '0',
      '-0',
      '-3',
      '0.5',
      '.5',
      '5.',
      '1e5',
      '007',
      '9007199254740991',
      '9007199254740992',
    ]
    const decoded = telemetryOf(JSON.stringify(Object.fromEntries(texts.map((text, n) => [`k${n}`, text]))))
    const values = decoded.ok && decoded.value.kind === 'telemetry' && decoded.value.reports[0]?.entries[0]?.values
    expect(Object.values(values || {})).toEqual([
      1.1,
      '1.10',
      0,
      '-0',
      -3,
      0.5,
      '.5',
      '5.',
      '1e5',
      '007',
      9_007_199_254_740_991,
      '9007199254740992',
    ])
  })
})

describe('short topics', () => {
  it('are read and written like the long ones, in all three spellings', () => {
    expect(tbMqttSpellings('v1/devices/me/rpc/request/+')).toEqual([
      'v1/devices/me/rpc/request/+',
      'v2/r/req/+',
      'v2/r/req/j/+',
    ])
    expect(tbMqttSpellings('v2/a/res/j/7')).toEqual([
      'v2/a/res/j/7',
      'v1/devices/me/attributes/response/7',
      'v2/a/res/7',
    ])
    expect(tbMqttSpellings('v1/devices/me/attributes')).toEqual(['v1/devices/me/attributes', 'v2/a', 'v2/a/j'])
    expect(tbMqttSpellings('v1/gateway/rpc')).toEqual(['v1/gateway/rpc'])
    expect(TB_MQTT_FILTERS).toHaveLength(17)
  })

  it.each([
    ['v2/t/p', true],
    ['v2/sw/request/1/chunk/0', true],
    ['v2/fw/request/1/chunk/0', true],
    ['v1/devices/me/claim', true],
    ['v1/gateway/claim', true],
    ['/provision/request', true],
    ['v2/tt', false],
    ['v1/devices/other/telemetry', false],
    ['$SYS/broker/connection/b/state', false],
    ['x/v2/t', false],
  ])('%s is one of ThingsBoard’s: %s', (topic, is) => expect(isTbTopic(topic)).toBe(is))
})

describe('values that a store would choke on', () => {
  it('lose what no text can hold, and nothing else', () => {
    const decoded = telemetryOf('{"a\\u0000":"x\\u0000y","b":"\\ud800","c":"😀","__proto__":1,"":2,"d":1e999}')
    expect(decoded).toEqual({
      ok: true,
      value: {
        kind: 'telemetry',
        gateway: false,
        reports: [{ device: null, entries: [{ ts: null, values: { 'a\ufffd': 'x\ufffdy', b: '\ufffd', c: '😀' } }] }],
      },
    })
  })

  it('are not mistaken for the prototype', () => {
    const decoded = telemetryOf('{"__proto__":{"polluted":1},"constructor":1}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(decoded.ok && decoded.value.kind === 'telemetry' && decoded.value.reports[0]?.entries[0]?.values).toEqual({
      constructor: 1,
    })
  })
})

const name = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' }).filter((key) => key !== '__proto__')
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
  fc.boolean(),
  fc.string({ unit: 'grapheme-ascii' }).filter((s) => !/^-?\d/.test(s)),
)
const values = fc
  .dictionary(name, value, { noNullPrototype: true })
  .filter((given) => !('ts' in given && 'values' in given))
const entry = fc.record({ ts: fc.option(fc.maxSafeInteger()), values })
const id = fc.nat()
const message: fc.Arbitrary<TbMqttMessage> = fc.oneof(
  fc.array(entry).map((entries) => ({
    kind: 'telemetry' as const,
    gateway: false,
    reports: [{ device: null, entries }],
  })),
  fc.dictionary(name, fc.array(entry), { noNullPrototype: true }).map((reports) => ({
    kind: 'telemetry' as const,
    gateway: true,
    reports: Object.entries(reports).map(([device, entries]) => ({ device, entries })),
  })),
  fc.record({
    kind: fc.constant('rpcRequest' as const),
    id,
    device: fc.option(name),
    method: fc.string({ unit: 'grapheme-ascii' }),
    params: fc.dictionary(name, value, { noNullPrototype: true }),
  }),
  fc.record({
    kind: fc.constant('rpcResponse' as const),
    id,
    device: fc.option(name),
    answer: fc.dictionary(
      name.filter((key) => key !== 'method'),
      value,
      { noNullPrototype: true },
    ),
  }),
  fc.record({ kind: fc.constantFrom('connect' as const, 'disconnect' as const), device: name }),
)

describe('any message', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(message, (given) => {
        const encoded = tbMqtt.encode(given)
        expect(encoded.ok && tbMqtt.decode(encoded.value)).toEqual({ ok: true, value: given })
      }),
    )
  })

  it('is a frame by itself', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const { frames, faults, consumed } = tbMqtt.split(bytes)
        expect([frames.length, faults.length, consumed]).toEqual([bytes.length > 0 ? 1 : 0, 0, bytes.length])
        tbMqtt.decode(bytes)
      }),
    )
  })

  it('keeps topic and payload apart', () => {
    const parts = tbMqttParts(frameOf('v1/gateway/telemetry', '{"a":"\\u0000"}'))
    expect(parts?.topic).toBe('v1/gateway/telemetry')
    expect(new TextDecoder().decode(parts?.payload)).toBe('{"a":"\\u0000"}')
  })
})
