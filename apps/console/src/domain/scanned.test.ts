import { expect, test } from 'vitest'
import { scannedDevice } from './scanned.ts'

const HERE = 'https://water.example'

test.each([
  ['QH-0312', { deviceNo: 'QH-0312' }],
  [' 0012345678\n', { deviceNo: '0012345678' }],
  [`${HERE}/device/detail/77`, { id: '77' }],
  [`${HERE}/device/detail/77?tab=history`, { id: '77' }],
  ['https://elsewhere.example/device/detail/77', null],
  [`${HERE}/device/detail/77/delete`, null],
  [`${HERE}/profile/index`, null],
  ['D'.repeat(41), null],
  ['东干渠', null],
  ['', null],
])('%j names %j', (code, device) => {
  expect(scannedDevice(code, HERE)).toEqual(device)
})
