import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tbMqtt, tbMqttFrame, tbMqttParts } from './tb-mqtt.codec.ts'
import type { TbMqttMessage } from './tb-mqtt.messages.ts'
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
    '{"ts":1.5,"values":{}}',
    '{"ts":1,"values":3}',
    '{"ts":"x","values":{}}',
  ])('refuse %s as telemetry', (payload) =>
    expect(telemetryOf(payload)).toMatchObject({ ok: false, error: { kind: 'invalid' } }),
  )

  it.each(['v1/devices/me', 'v1/devices/other/telemetry', 'v2/t', '$SYS/x', 'v1/devices/me/rpc/request/x', ''])(
    'call the topic %s unsupported',
    (name) => expect(tbMqtt.decode(frameOf(name, '{}'))).toEqual({ ok: false, error: { kind: 'unsupported', at: 0 } }),
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
