import { type DeviceMap, type DevicesAt, type DeviceState, MAP_FLAGS, MAP_STATUS } from '@sluice/contract'
import { expect, test } from 'vitest'
import { DeviceStore } from './device-store.ts'

const { ONLINE, OFFLINE, INACTIVE } = MAP_STATUS

const NOW: DeviceMap = {
  time: '',
  ids: ['7', '8'],
  names: ['七号阀', '八号阀'],
  deviceNos: ['Q-7', 'Q-8'],
  types: ['VALVE', 'VALVE'],
  productIds: ['1', '1'],
  deptIds: ['1', '1'],
  masterIds: [null, null],
  lngs: [116.4, 116.5],
  lats: [37, 37],
  status: [ONLINE, ONLINE],
  levels: [0, 0],
  flags: [0, 0],
  seen: [100, 100],
}
/** Device 9 has been deleted since, device 8 had not reported yet. */
const THEN: DevicesAt = {
  time: '',
  ids: ['9', '7'],
  status: [ONLINE, OFFLINE],
  levels: [0, 3],
  flags: [0, MAP_FLAGS.lowBattery],
  seen: [40, 50],
  openings: [null, 20],
}
const report = (deviceId: string, status: DeviceState['status']) =>
  ({ deviceId, deptId: '1', status, offlineCause: null, lastSeenTime: null, values: {}, faults: [] }) as DeviceState

const loaded = () => {
  const store = new DeviceStore()
  store.load(structuredClone(NOW))
  return store
}

test('the past is shown in place of the present, with the devices there are now', () => {
  const store = loaded()
  store.ring(new Map([['7', 'pending']]))
  const before = store.version
  store.showThen(THEN)
  expect(store.version).toBeGreaterThan(before)
  expect(store.get('7')).toMatchObject({
    status: OFFLINE,
    level: 3,
    flags: MAP_FLAGS.lowBattery,
    seen: 50_000,
    body: 'level3',
  })
  expect(store.get('8')).toMatchObject({ status: INACTIVE, level: 0, seen: null, body: 'unknown' })
  expect([store.get('9'), store.count]).toEqual([undefined, 2])
})

test('reports go on behind the past and are there when the present comes back', () => {
  const store = loaded()
  store.showThen(THEN)
  const shown = store.version
  store.apply(report('8', 'OFFLINE'))
  expect([store.get('8')?.status, store.version]).toEqual([INACTIVE, shown])
  store.showThen(null)
  expect([store.get('7')?.status, store.get('8')?.status]).toEqual([ONLINE, OFFLINE])
})

test('devices that are fetched again while the past is shown leave it shown', () => {
  const store = loaded()
  store.showThen(THEN)
  store.load({ ...structuredClone(NOW), ids: ['8', '7'] })
  expect([store.get('7')?.level, store.get('8')?.status]).toEqual([3, INACTIVE])
})
