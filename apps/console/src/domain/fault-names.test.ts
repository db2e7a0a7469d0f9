import { afterEach, beforeAll, expect, test } from 'vitest'
import { byName, changeLanguage, startTexts } from '../lib/text/text.ts'
import { setDeviceTypes } from './device-types.ts'
import { noteFaultName, setFaultNames } from './fault-names.ts'

beforeAll(() => startTexts('zh-CN'))
afterEach(async () => {
  setFaultNames(null)
  setDeviceTypes(null)
  await changeLanguage('zh-CN', 'keep')
})

test('a fault is called as the registry says, in every language, and as the program says without it', async () => {
  setFaultNames([
    { code: 'C01', name: ['失联', 'Gone'] },
    { code: 'Q01', name: ['卡滞', 'Jammed'] },
  ])
  expect([byName('fault.C01'), byName('fault.Q01')]).toEqual(['失联', '卡滞'])
  await changeLanguage('en-US', 'keep')
  expect([byName('fault.C01'), byName('fault.Q01')]).toEqual(['Gone', 'Jammed'])
  setFaultNames(null)
  expect([byName('fault.C01'), byName('fault.Q01', 'Q01')]).toEqual(['Offline', 'Q01'])
})

test('names of faults and of device types do not take each other back', () => {
  setFaultNames([{ code: 'C01', name: ['失联', 'Gone'] }])
  setDeviceTypes([{ code: 'HYDRANT', name: ['消火栓', 'Fire hydrant'], icon: 'VALVE', colour: 'NONE', panel: 'NONE' }])
  expect([byName('fault.C01'), byName('enum.deviceType.HYDRANT')]).toEqual(['失联', '消火栓'])
  setDeviceTypes(null)
  expect([byName('fault.C01'), byName('enum.deviceType.HYDRANT')]).toEqual(['失联', '给水栓'])
})

test('a name that a list shows is the one everywhere, also of a code that is new', () => {
  noteFaultName({ code: 'C01', name: ['失联', 'Gone'] })
  expect(byName('fault.C01')).toBe('离线')
  setFaultNames([{ code: 'C01', name: ['离线', 'Offline'] }])
  noteFaultName({ code: 'C01', name: ['失联', 'Gone'] })
  noteFaultName({ code: 'Q01', name: ['卡滞', 'Jammed'] })
  expect([byName('fault.C01'), byName('fault.Q01')]).toEqual(['失联', '卡滞'])
})
