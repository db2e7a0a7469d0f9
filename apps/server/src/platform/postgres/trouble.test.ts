import { describe, expect, it } from 'vitest'
import { folderTrouble, outputTrouble } from './trouble.ts'

const systemError = (code: string) => Object.assign(new Error(code), { code })

describe('what the operator is told', () => {
  it.each([
    ['ENOSPC', /is full: free some space/],
    ['EDQUOT', /is full/],
    ['EACCES', /cannot be written by/],
    ['EROFS', /read-only disk/],
    ['ENOTDIR', /a file stands where/],
    ['EIO', /cannot be used: EIO\.$/],
  ])('for %s is one sentence that names the folder', (code, expected) => {
    const { message, name } = folderTrouble(systemError(code), '/srv/data')
    expect(name).toBe('StartupError')
    expect(message).toMatch(expected)
    expect(message).toContain('/srv/data')
  })

  it.each([
    [
      'FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device',
      /^The disk that holds \/d is full/,
    ],
    ['initdb: error: could not look up effective user ID 1234: user does not exist', /no entry in \/etc\/passwd/],
    ['postgres: error while loading shared libraries: libicui18n.so.60', /does not run on this system/],
    ['PANIC:  could not locate a valid checkpoint record at 0/1', /is damaged: restore it from a backup/],
    [
      '2026-01-01 [1] FATAL:  could not create shared memory segment: x\n2026 LOG:  down',
      /^It failed: could not create shared memory segment: x\.$/,
    ],
    ['', /^It failed: it gave no reason\.$/],
  ])('of %j is what matters', (output, expected) => {
    expect(outputTrouble(output, 'It failed', '/d').message).toMatch(expected)
  })
})
