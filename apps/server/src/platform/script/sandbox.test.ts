import { describe, expect, it } from 'vitest'
import { Sandbox } from './sandbox.ts'
import type { ScriptInput } from './script.messages.ts'

const NOW = Date.UTC(2026, 10, 26, 8)
const given = (bytes: Uint8Array | string = '{}'): ScriptInput => ({
  bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
  topic: 'v1/devices/me/telemetry',
  receivedAt: NOW,
})

async function sandboxOf(source: string): Promise<Sandbox> {
  const sandbox = await Sandbox.of(source)
  if (!(sandbox instanceof Sandbox)) throw new Error(sandbox.fault.message)
  return sandbox
}

/** Runs the body of the function once. */
async function ran(body: string, input = given()) {
  return (await sandboxOf(`function decodeUplink(input) {\n${body}\n}`)).run(input)
}

async function value(body: string, input = given()): Promise<unknown> {
  const { answer, fault } = { answer: undefined, ...(await ran(body, input)) }
  if (fault) throw new Error(fault.message)
  return typeof answer === 'string' ? JSON.parse(answer) : answer
}

async function fault(body: string, input = given()) {
  const { fault: found } = await ran(body, input)
  return found && { ...found }
}

describe('a script gets', () => {
  it('bytes as a list of numbers, the topic, and the time of receipt', async () => {
    const answer = await value(
      `const { bytes, topic, receivedAt } = input
       return { telemetry: { flow: ((bytes[0] << 8) | bytes[1]) / 100, sum: bytes.map((b) => b + 1).join(), topic, receivedAt } }`,
      given(Uint8Array.of(0x01, 0x02, 0xff)),
    )
    expect(answer).toEqual({
      telemetry: { flow: 2.58, sum: '2,3,256', topic: 'v1/devices/me/telemetry', receivedAt: NOW },
    })
  })

  it.each([
    ['JSON', '{"a":{"b":1}}', { json: { a: { b: 1 } }, text: '{"a":{"b":1}}' }],
    ['text', 'T=21.5', { json: null, text: 'T=21.5' }],
    ['text with a NUL', 'a\0b', { json: null, text: 'a\0b' }],
    ['binary', Uint8Array.of(0xff, 0xfe), { json: null, text: null }],
    ['nothing', new Uint8Array(0), { json: null, text: '' }],
  ])('of %s the text and the JSON, where it is some', async (_name, bytes, expected) => {
    expect(await value('return { json: input.json, text: input.text }', given(bytes))).toEqual(expected)
  })

  it('no clock but the time of receipt, and no zone', async () => {
    const body = `return [Date.now(), new Date().getTime(), +new Date(5), Date.UTC(2026, 0, 1), new Date() instanceof Date,
      new (Object.getPrototypeOf(new Date(0)).constructor)().getTime()]`
    expect(await value(body)).toEqual([NOW, NOW, 5, Date.UTC(2026, 0, 1), true, NOW])
  })

  it('nothing of the platform: no network, no timers, no modules, no process', async () => {
    const names = [
      'fetch',
      'XMLHttpRequest',
      'WebSocket',
      'setTimeout',
      'setInterval',
      'require',
      'process',
      'std',
      'os',
    ]
    expect(await value(`return [${names.map((name) => `typeof ${name}`).join()}]`)).toEqual(
      names.map(() => 'undefined'),
    )
    expect(await Sandbox.of(`import fs from 'fs'\nfunction decodeUplink() {}`)).toMatchObject({
      fault: { code: 'SYNTAX' },
    })
  })
})

describe('nothing stays between two reports', () => {
  it('of variables, of the global object, and of prototypes', async () => {
    const sandbox = await sandboxOf(`let n = 0
      const seen = []
      function decodeUplink({ bytes }) {
        n++
        seen.push(bytes.length)
        globalThis.left = (globalThis.left ?? 0) + 1
        Object.prototype.left = (({}).left ?? 0) + 1
        const many = Array.from({ length: 2000 }, (_, k) => 'x' + k)
        return [n, seen, globalThis.left, ({}).left, Math.random(), many.length]
      }`)
    const first = sandbox.run(given('a'))
    expect(first).toMatchObject({ answer: expect.stringContaining('[1,[1],1,') })
    for (let n = 0; n < 20; n++) expect(sandbox.run(given('a'))).toEqual(first)
    expect(sandbox.spent).toBe(false)
  })

  it('also after one that failed, or was ended', async () => {
    const sandbox = await sandboxOf(`let n = 0
      function decodeUplink({ text }) {
        n++
        if (text === 'throw') throw new Error('no')
        if (text === 'loop') for (;;) n++
        return n
      }`)
    for (const text of ['throw', 'loop']) {
      expect(sandbox.run(given(text))).toHaveProperty('fault')
      expect(sandbox.run(given('fine'))).toEqual({ answer: '1', lines: [] })
    }
  })
})

describe('a script that', () => {
  it.each([
    ['does not parse', 'function decodeUplink() {\n  return {\n', { code: 'SYNTAX', line: 3 }],
    ['throws when it is read', 'const a = 1\nconst b = c', { code: 'THROWN', line: 2 }],
    ['has no function of that name', 'const decode = 1', { code: 'NO_FUNCTION', line: null }],
    ['loops when it is read', 'for (;;);', { code: 'TIME' }],
  ])('%s is refused with its line', async (_name, source, expected) => {
    expect(await Sandbox.of(source)).toMatchObject({ fault: expected })
  })

  it('throws is refused with line and message', async () => {
    expect(await fault('const a = {}\nreturn a.b.c')).toEqual({
      code: 'THROWN',
      line: 3,
      message: expect.stringMatching(/^TypeError: cannot read property 'c' of undefined$/),
    })
    expect(await fault(`throw 'just text'`)).toMatchObject({ code: 'THROWN', message: 'just text' })
    expect(await fault(`throw { get message() { throw 1 } }`)).toMatchObject({ code: 'THROWN' })
    expect(await fault(`throw { get message() { for (;;); } }`)).toMatchObject({ code: 'THROWN' })
    expect(await fault(`throw new Error('x'.repeat(100000))`)).toMatchObject({
      message: expect.stringMatching(/^.{300}$/),
    })
  })

  it.each([
    ['loops', 'for (;;);', 'TIME'],
    ['catches its own end', 'for (;;) { try { for (;;); } catch {} }', 'TIME'],
    ['goes back and forth in a pattern', `return /(a+)+b/.test('a'.repeat(40))`, 'TIME'],
    ['takes all memory', 'const all = []; for (;;) all.push(new Uint8Array(1048576))', 'MEMORY'],
    ['doubles a text', `let s = 'x'; for (;;) s += s`, 'THROWN'],
    ['calls itself', 'return (function f() { return f() + 1 })()', 'THROWN'],
  ])('%s is ended', async (_name, body, code) => {
    expect(await fault(body)).toMatchObject({ code })
  })

  it.each([
    ['a promise', 'return Promise.resolve({})', 'returns a promise'],
    ['a thenable', 'return { then() {} }', 'returns a promise'],
    ['a number that is none', 'return { telemetry: { flow: 0 / 0 } }', '"flow" is NaN'],
    ['a BigInt', 'return { telemetry: { n: 1n } }', '"n" is a BigInt'],
    ['itself', 'const a = {}; a.a = a; return a', 'circular reference'],
  ])('returns %s is refused', async (_name, body, message) => {
    expect(await fault(body)).toMatchObject({ code: 'THROWN', message: expect.stringContaining(message) })
  })

  it('returns too much is refused', async () => {
    expect(await fault(`return { text: 'x'.repeat(300000) }`)).toMatchObject({ code: 'TOO_MUCH' })
  })

  it('is async is refused', async () => {
    const sandbox = await sandboxOf('async function decodeUplink() { return {} }')
    expect(sandbox.run(given())).toMatchObject({ fault: { message: expect.stringContaining('promise') } })
  })

  it('returns nothing gives nothing', async () => {
    expect(await ran('')).toEqual({ answer: null, lines: [] })
  })

  it('changes what everybody uses fools only itself', async () => {
    const body = `JSON.stringify = () => 'not json'
      JSON.parse = () => ({ topic: 'other' })
      Object.prototype.toJSON = () => 'gone'
      Array.from = () => [9]
      Number.isFinite = () => true
      return { topic: input.topic }`
    expect(await value(body)).toBe('gone')
    const sandbox = await sandboxOf(`Array.from = () => [9]; JSON.parse = () => ({ topic: 'other' })
      function decodeUplink({ bytes, topic }) { return [bytes, topic] }`)
    expect(sandbox.run(given('a'))).toEqual({ answer: '[[97],"v1/devices/me/telemetry"]', lines: [] })
  })

  it('writes lines is heard, up to fifty', async () => {
    const { lines } =
      await ran(`console.log('a', 1, { b: [2] }, undefined); console.error('x'.repeat(9999)); for (let n = 0; n < 99; n++) console.info(n)
      return 1`)
    expect(lines).toHaveLength(50)
    expect(lines.slice(0, 3)).toEqual(['a 1 {"b":[2]} undefined', 'x'.repeat(500), '0'])
    expect(await ran(`console.log('before')\nthrow new Error('no')`)).toMatchObject({
      lines: ['before'],
      fault: { line: 3 },
    })
  })
})
