import type { UserInfo } from '@sluice/contract'
import { cleanup, render, screen } from '@testing-library/react'
import dayjs from 'dayjs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { FieldInput } from '../../parts/form/field-input.tsx'
import { Age } from '../../parts/reading/reading.tsx'
import { displayZone, showTime } from './clock.ts'
import { toInstant, toPicked } from './picked-time.ts'
import { clearSession, setSession } from '../access/session.ts'
import { startTexts } from '../text/text.ts'

/** The browser is in New York, the department in Urumqi or Shanghai. */
beforeAll(async () => {
  vi.stubEnv('TZ', 'America/New_York')
  await startTexts('zh-CN')
})
afterAll(() => {
  vi.unstubAllEnvs()
  clearSession()
})

afterEach(cleanup)

const person = (timeZone: string): UserInfo => ({
  id: '1',
  username: 'u',
  nickName: 'u',
  avatarPath: null,
  logo: null,
  webName: null,
  deptId: '1',
  deptName: 'd',
  introduction: null,
  resources: ['a:b'],
  roles: [],
  mustChangePwd: false,
  token: 't',
  timeZone,
})
const NOON = '2026-01-31T04:00:00.000Z'

it('TM-3 (2 of 2) no time is shown as -', () => {
  expect(['', null, undefined].map((none) => showTime(none))).toEqual(['-', '-', '-'])
})

describe("TM-5 (1 of 3) times are shown in the department's zone, not in the browser's", () => {
  it('runs in a browser of another zone', () => {
    expect(new Date(NOON).getHours()).toBe(23)
  })

  it.each([
    ['Asia/Shanghai', '2026-01-31 12:00:00'],
    ['Asia/Urumqi', '2026-01-31 10:00:00'],
    ['UTC', '2026-01-31 04:00:00'],
  ])('%s: %s in texts, tables and pickers', (zone, shown) => {
    setSession(person(zone), [])
    expect(displayZone()).toBe(zone)
    expect(showTime(NOON)).toBe(shown)
    render(<Age time={NOON} />)
    expect(document.querySelector('[title]')?.getAttribute('title')).toContain(shown)
    render(<FieldInput field={{ kind: 'time' }} value={NOON as never} />)
    expect(screen.getByDisplayValue(shown)).toBeDefined()
  })

  it('reads a picked time in that zone, also in an hour that New York skips', () => {
    setSession(person('Asia/Shanghai'), [])
    expect(toInstant(toPicked(NOON))).toBe(NOON)
    // 2026-03-08 02:30 does not exist in New York; in Shanghai it does.
    const early = dayjs(new Date(2026, 2, 8, 1, 30))
    expect(toInstant(early)).toBe('2026-03-07T17:30:00.000Z')
  })

  it('falls back to Shanghai before a user is known', () => {
    clearSession()
    expect(showTime(NOON)).toBe('2026-01-31 12:00:00')
  })
})
