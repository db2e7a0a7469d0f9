import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Where the gate wants the statements of the database tests; nothing is written down without it. */
const folder = process.env['SLUICE_TEST_STATEMENTS']

const RECORDED = Symbol.for('sluice.statements-recorded')

type Query = (...args: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query; [RECORDED]?: true }

// Vitest's `setupFiles`, run before each test file: files share a process and its driver, which is changed once.
if (folder !== undefined && !prototype[RECORDED]) {
  prototype[RECORDED] = true
  recordInto(join(folder, `${process.pid}.jsonl`))
}

/** Each statement that this process sends, once, as a line. */
function recordInto(file: string): void {
  const known = new Set<string>()
  const { query } = prototype
  prototype.query = function record(this: unknown, ...args: unknown[]): unknown {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text
    if (typeof text === 'string' && !known.has(text)) {
      known.add(text)
      appendFileSync(file, `${JSON.stringify(text)}\n`)
    }
    return query.apply(this, args)
  }
}
