import { statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openServerLog } from './server-log.ts'
import { temporaryFolder } from './sluice-process.fixture.ts'

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(() => folder.remove())

it('cuts a log that has grown too long and keeps its predecessor', () => {
  const path = join(folder.path, 'server.log')
  writeFileSync(path, '')
  truncateSync(path, 9 * 1024 * 1024)
  const log = openServerLog(folder.path)
  expect(log.size()).toBe(0)
  expect(statSync(`${path}.1`).size).toBe(9 * 1024 * 1024)
  log.close()
})

it('gives back what was written since a moment, and only the end of very much', () => {
  const log = openServerLog(folder.path)
  writeSync(log.fd, 'before\n')
  const offset = log.size()
  writeSync(log.fd, 'after\n')
  expect(log.since(offset)).toBe('after\n')
  writeSync(log.fd, 'x'.repeat(100_000))
  expect(log.since(offset)).toHaveLength(16 * 1024)
  log.close()
})
