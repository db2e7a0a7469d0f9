import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ScriptRunner } from './script-runner.ts'
import { SCRIPT_LIMITS, type ScriptInput } from './script.messages.ts'

const input: ScriptInput = { bytes: Uint8Array.of(1, 2), topic: 'up', receivedAt: 0 }
const FINE = 'function decodeUplink({ bytes }) { return { telemetry: { n: bytes.length } } }'
/** A search that the engine does by itself, without asking for the time. */
const DEAF = `function decodeUplink() { return 'a'.repeat(1e7).indexOf('a'.repeat(5e6) + 'b') }`

const failures: unknown[] = []
/** However busy the machine of the tests is. */
const PATIENT = 20_000
const runnerOf = (answerMs: number) =>
  new ScriptRunner({ elapsed: () => performance.now(), onFailure: (error) => failures.push(error), answerMs })
const runner = runnerOf(PATIENT)
let own: ScriptRunner | undefined
afterAll(() => runner.close())
afterEach(async () => {
  await own?.close()
  own = undefined
})

describe('scripts in their thread', () => {
  it('answer, each to its own report', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => runner.run('p', FINE, { ...input, bytes: new Uint8Array(n) })),
    )
    expect(answers.map((answer) => ('value' in answer ? answer.value : answer.fault))).toEqual(
      Array.from({ length: 40 }, (_, n) => ({ telemetry: { n } })),
    )
  })

  it('are looked at without being run', async () => {
    expect(await runner.check('p', FINE)).toEqual({ value: null, lines: [] })
    expect(await runner.check('p', 'function {')).toMatchObject({ fault: { code: 'SYNTAX', line: 1 } })
  })

  it('that do not answer end with the thread, and the next one runs in a new one', async () => {
    own = runnerOf(1_000)
    const [deaf, fine] = await Promise.all([own.run('deaf', DEAF, input), own.run('p', FINE, input)])
    // No line: nobody in the sandbox could say where it was.
    expect(deaf).toMatchObject({ fault: { code: 'TIME', line: null } })
    expect(fine).toEqual({ value: { telemetry: { n: 2 } }, lines: [] })
    expect(failures).toEqual([])
  })

  it('wait in a bounded queue; what finds no room is told so and is not run', async () => {
    own = runnerOf(PATIENT)
    const answers = Array.from({ length: SCRIPT_LIMITS.waitingOfOne + 5 }, () => own!.run('p', FINE, input))
    const other = own.run('other', FINE, input)
    const codes = (await Promise.all(answers)).map(({ fault }) => fault?.code)
    expect(codes.filter((code) => code === 'BUSY')).toHaveLength(5)
    expect(codes.filter((code) => code === undefined)).toHaveLength(SCRIPT_LIMITS.waitingOfOne)
    expect(await other).toHaveProperty('value')
  })

  it('of others come before those of whoever uses the thread most', async () => {
    own = runnerOf(PATIENT)
    const order: string[] = []
    const loop = 'function decodeUplink() { for (;;); }'
    const run = (owner: string, source: string) => own!.run(owner, source, input).then(() => order.push(owner))
    await run('light', FINE)
    const slow = Array.from({ length: 6 }, () => run('slow', loop))
    const light = Array.from({ length: 20 }, () => run('light', FINE))
    await Promise.all([...slow, ...light])
    expect(order.slice(1).indexOf('slow')).toBeGreaterThanOrEqual(0)
    expect(order.lastIndexOf('light')).toBeLessThan(order.indexOf('slow') + 22)
    expect(order.filter((owner, n) => owner === 'slow' && n < order.lastIndexOf('light')).length).toBeLessThanOrEqual(2)
  })

  it('that wait at the end are told that they were not run', async () => {
    own = runnerOf(PATIENT)
    const waiting = [own.run('p', FINE, input), own.run('p', FINE, input)]
    await own.close()
    for (const { fault } of await Promise.all(waiting)) expect(fault?.code).toBe('BUSY')
    expect(await own.run('p', FINE, input)).toMatchObject({ fault: { code: 'BUSY' } })
  })
})
