import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { forgetDeviceStates, keepDeviceStates, knownState } from '../../domain/state/device-state-store.ts'
import { CallFailure } from '../../lib/api/api-outcome.ts'
import { toast } from '../../lib/page/toast.ts'
import { startTexts } from '../../lib/text/text.ts'
import { refreshBattery } from './refresh-battery.ts'

vi.mock('../../lib/page/toast.ts', () => ({ toast: vi.fn<() => void>() }))

const AT = '2026-08-03T01:00:00.000Z'
const opening = { v: 40, ts: AT, q: 'GOOD' as const }
const answer = (data: object) => vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 0, data })))

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  forgetDeviceStates()
  vi.unstubAllGlobals()
  vi.mocked(toast).mockClear()
})

test('the battery of a row is said, and the row shows it', async () => {
  keepDeviceStates(
    [
      {
        deviceId: '7',
        deptId: '1',
        status: 'ONLINE',
        offlineCause: null,
        lastSeenTime: AT,
        values: { opening, batteryV: { v: 3.6, ts: '2026-08-03T00:00:00.000Z', q: 'GOOD' } },
        faults: [],
      },
    ],
    1,
  )
  answer({ deviceId: '7', batteryV: 3.52, batteryPct: 81, ts: AT })
  await refreshBattery('7', '7#阀')
  expect(toast).toHaveBeenCalledExactlyOnceWith('info', expect.stringMatching(/^7#阀：3\.52 V，81 %（/))
  expect(knownState('7')?.values).toEqual({
    opening,
    batteryV: { v: 3.52, ts: AT, q: 'GOOD' },
    batteryPct: { v: 81, ts: AT, q: 'GOOD' },
  })
})

test('a valve without a battery says so', async () => {
  answer({ deviceId: '7', batteryV: null, batteryPct: null, ts: null })
  await refreshBattery('7', '7#阀')
  expect(toast).toHaveBeenCalledExactlyOnceWith('info', '7#阀 没有上报过电量')
})

test('on a dropped line nothing is said', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await expect(refreshBattery('7', '7#阀')).rejects.toBeInstanceOf(CallFailure)
  expect(toast).not.toHaveBeenCalled()
})
