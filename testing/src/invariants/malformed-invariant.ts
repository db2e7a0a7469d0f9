import type { Api, Mounted } from '@sluice/server/src/platform/http/mount-operation.ts'
import { inputSchema, sampleOf, type Schema } from './schema-sample.ts'

/** Texts that cause errors when put unchecked into SQL, a number, a date, a path or a page. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  'abc',
  '-1',
  '0',
  '1e3',
  '0x10',
  '99999999999999999999',
  '9223372036854775808',
  '1.5',
  'NaN',
  'null',
  "1' or '1'='1",
  '%',
  '_',
  '\\',
  '../../etc/passwd',
  '<script>',
  '{"a":1}',
  '2026-13-45',
  '__proto__',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '阀'.repeat(13),
  'x'.repeat(5_000),
]
const WRONG_KINDS: readonly unknown[] = [null, true, 0, -1, 1.5, 1e308, 2 ** 53, 'text', [], [null], [[]], {}, { a: 1 }]
/** Bodies that are not objects. */
const BODIES: readonly string[] = ['1', '"text"', '[]', '[{}]', '{', '{"a":}', '\u0000', `${'['.repeat(20_000)}`]

export interface MalformedCheck {
  api: Api
  /** The headers of a session with every permission; opened anew when a call ended the previous one (signing out). */
  openSession(): Promise<Record<string, string>>
  /** Whether the call of this number is checked here. */
  isOurs(no: number): boolean
}

/** Calls on their way at once: each waits for the store for a while. */
const TOGETHER = 8

/**
 * The negative matrix for input (TN-6): every field of every call in turn gets invalid values, everything else staying
 * valid. A value that the schema refuses is answered 400 with the field's reason; no value is ever answered 500.
 * Derived from the schemas: new calls are covered without an entry.
 */
export async function checkMalformed({
  api,
  openSession,
  isOurs,
}: MalformedCheck): Promise<{ found: string[]; sent: number }> {
  const found: string[] = []
  let sent = 0
  let headers = await openSession()
  const parsed = new Set<unknown>()
  for (const call of api.mounted) {
    // The same call at another address is parsed by the same schema.
    if (parsed.has(call.input)) continue
    parsed.add(call.input)
    if (!isOurs(parsed.size)) continue
    const send = async (what: string, body: Body) => {
      sent += 1
      let answer = await ask(api, call, body, headers)
      if (answer.status === 401 && call.access !== 'public') {
        headers = await openSession()
        answer = await ask(api, call, body, headers)
      }
      const wrong = wrongness(call, body, answer)
      if (wrong) found.push(`${call.method} ${call.path} ${what}: ${wrong}`)
    }
    const bodies: [what: string, body: Body][] = [
      ...malformedInputs(call).map(({ what, input }): [string, Body] => [what, { input }]),
      ...(call.method === 'POST' ? BODIES : []).map((text): [string, Body] => [
        `the body ${text.slice(0, 12)}`,
        { text },
      ]),
    ]
    for (let at = 0; at < bodies.length; at += TOGETHER)
      await Promise.all(bodies.slice(at, at + TOGETHER).map(([what, body]) => send(what, body)))
  }
  return { found, sent }
}

type Body = { input: Record<string, unknown> } | { text: string }

interface Malformed {
  what: string
  input: Record<string, unknown>
}

function malformedInputs(call: Mounted): Malformed[] {
  const schema = inputSchema(call)
  // A union of shapes (one id, or several): each in turn.
  const shapes = schema.properties ? [schema] : (schema.anyOf ?? schema.oneOf ?? [])
  return shapes
    .flatMap((shape) =>
      Object.entries(shape.properties ?? {}).flatMap(([name, field]) => {
        const right = sampleOf(shape, schema) as Record<string, unknown>
        return valuesFor(field, schema).map((value) => ({
          what: `with ${name} = ${JSON.stringify(value)?.slice(0, 40)}`,
          input: { ...right, [name]: value },
        }))
      }),
    )
    .concat([
      {
        what: 'with a field nobody knows',
        input: { ...(sampleOf(shapes[0] ?? {}, schema) as object), nobodyKnows: 1 },
      },
    ])
}

/**
 * Every text for a text field; for the other kinds values of another kind, and texts where a query turns everything
 * into text.
 */
function valuesFor(field: Schema, root: Schema): unknown[] {
  const nested = nestedOf(field, root)
  return [...HOSTILE_TEXTS, ...WRONG_KINDS, ...nested]
}

/** A list with one invalid item, an object with one invalid member: one level down. */
function nestedOf(field: Schema, root: Schema): unknown[] {
  const { items, properties } = field
  if (items) return ['abc', '\u0000', null, {}, []].map((item) => [sampleOf(items, root), item])
  return Object.keys(properties ?? {}).flatMap((name) =>
    ['\u0000', null, {}, [], -1].map((value) => ({ ...(sampleOf(field, root) as object), [name]: value })),
  )
}

interface Answered {
  status: number
  type: string
  text: string
}

async function ask(
  api: Api,
  { method, path }: Mounted,
  body: Body,
  headers: Record<string, string>,
): Promise<Answered> {
  const isText = 'text' in body
  const query = isText
    ? {}
    : Object.fromEntries(
        Object.entries(body.input).map(([name, value]) => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      )
  const response = await api.http.app.inject({
    method,
    url: path,
    headers: { host: 'localhost', ...headers, ...(isText ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'GET' ? { query } : { payload: isText ? body.text : body.input }),
  })
  const type = String(response.headers['content-type'] ?? '')
  return { status: response.statusCode, type, text: type.includes('json') ? response.body : '' }
}

/** One call takes a bare id as its body (API-13). */
function takes(call: Mounted, text: string): boolean {
  try {
    return call.input.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

function wrongness(call: Mounted, body: Body, { status, type, text }: Answered): string | undefined {
  if (status >= 500) return `status ${status}`
  if (!type.includes('json')) return call.resource?.verb === 'template' ? undefined : `answered ${type}`
  const { code, data } = JSON.parse(text) as { code: number; data: { fields?: object; error?: string } | null }
  if (code === 4 && call.access !== 'public') return 'the session is over'
  if ('text' in body) return code === 400 || takes(call, body.text) ? undefined : `code ${code}`
  const taken = call.method === 'GET' || call.input.safeParse(JSON.parse(JSON.stringify(body.input))).success
  if (taken) return undefined
  if (code !== 400) return `the schema refuses it, and the answer is ${code}`
  return data?.error === 'validation' && data.fields && Object.keys(data.fields).length > 0
    ? undefined
    : 'no field is named'
}
