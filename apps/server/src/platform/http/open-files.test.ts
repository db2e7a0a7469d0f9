import { expect, test } from 'vitest'
import { openFilesLimit } from './open-files.ts'

const limits = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             127235               127235               processes
Max open files            ${soft.padEnd(20)} 524288               files
Max locked memory         8388608              8388608              bytes
`

test('the soft limit of open files is what counts', () => {
  expect(openFilesLimit(limits('1024'))).toBe(1024)
  expect(openFilesLimit(limits('unlimited'))).toBe(Number.MAX_SAFE_INTEGER)
  expect(openFilesLimit('')).toBe(4096)
  expect(openFilesLimit()).toBeGreaterThan(0)
})
