import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { createLogRecorder } from './log-recorder.ts'

function loggedBy(write: (log: ReturnType<typeof createLog>) => void, room?: number) {
  const recorder = createLogRecorder(room)
  const log = createLog({ level: 'debug', pretty: false, destination: { write: () => undefined }, recorder })
  write(log)
  return recorder
}

it('keeps warnings and errors with their stack and trace, and nothing below', () => {
  const recorder = loggedBy((log) => {
    log.info('started')
    log.debug('detail')
    log.warn({ device: '12' }, 'slow')
    log.error({ err: new Error('broken pipe'), traceId: 't-1' }, 'a request failed')
  })
  const { lines, lost } = recorder.next(10)
  expect(lost).toBe(0)
  expect(lines.map(({ level, message, traceId }) => [level, message, traceId])).toEqual([
    ['WARN', 'slow', null],
    ['ERROR', 'a request failed', 't-1'],
  ])
  expect(lines[0]).toMatchObject({ facts: { device: '12' }, stack: null })
  expect(lines[1]!.stack).toContain('log-recorder.test.ts')
  expect(lines[1]!.facts).toMatchObject({ error: { message: 'broken pipe' } })
})

it('masks secrets by name at any depth and inside sentences', () => {
  const recorder = loggedBy((log) => {
    const deep = { a: { b: { c: { userPassword: 'hunter2' } } }, list: [{ accessToken: 'hunter2' }] }
    log.warn({ deep, url: 'postgres://sluice:hunter2@db:5432/x' }, 'password=hunter2 refused')
    log.error({ err: new Error('Authorization: hunter2, Bearer hunter2') }, 'no')
  })
  const text = JSON.stringify(recorder.next(10))
  expect(text).not.toContain('hunter2')
  expect(text).toContain('postgres://sluice:[secret]@db:5432/x')
})

it('remembers a bounded number and counts the rest, also when lines are put back', () => {
  const recorder = loggedBy((log) => {
    for (let at = 0; at < 5; at++) log.warn(`line ${at}`)
  }, 3)
  const first = recorder.next(2)
  expect([first.lines.map(({ message }) => message), first.lost]).toEqual([['line 0', 'line 1'], 2])
  recorder.putBack(first.lines, first.lost)
  expect(recorder.next(10)).toMatchObject({
    lines: [{ message: 'line 0' }, { message: 'line 1' }, { message: 'line 2' }],
    lost: 2,
  })
  expect(recorder.next(10)).toEqual({ lines: [], lost: 0 })
})

it('passes by what it cannot read, and cuts what is too long', () => {
  const recorder = createLogRecorder()
  recorder.take('{"level":50,broken')
  recorder.take('plain text')
  recorder.take(JSON.stringify({ level: 50, time: 0, msg: 'x'.repeat(9_000), big: 'y'.repeat(90_000) }))
  const { lines } = recorder.next(10)
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines[0]).length).toBeLessThan(10_000)
})
