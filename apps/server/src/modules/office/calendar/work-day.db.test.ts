import {
  clearWorkDays,
  operationLogResource,
  setWorkDays,
  type WorkDay,
  workDayResource,
  workYear,
} from '@sluice/contract'
import { publicNotice } from '@sluice/kit'
import { makeDept, makePerson } from '@sluice/testing'
import { expect, it } from 'vitest'
import { importOf } from '../../../../../../testing/src/platform/sheets.ts'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test } = sharedPlatform()
const day = (date: string, kind: WorkDay['kind'], name: string | null = null): WorkDay => ({ date, kind, name })
const yearOf = async (year: number) => (await test.admin.call(workYear, { year })).days

it('no calendar comes with the program: a year has one when somebody has brought its notice', async () => {
  expect(await test.admin.call(workYear, { year: 2026 })).toEqual({ days: [], years: [] })
  expect(await test.admin.call(setWorkDays, { days: publicNotice(2026) })).toBe(39)
  const { days, years } = await test.admin.call(workYear, { year: 2026 })
  expect(days).toEqual(publicNotice(2026))
  expect(years).toEqual([2026])
  expect(await yearOf(2025)).toEqual([])
})

it('what is set again as it is changes nothing, and what is ordinary again may be set once more', async () => {
  const days = [day('2031-10-01', 'HOLIDAY', '国庆节'), day('2031-10-04', 'ADJUST_WORK')]
  expect(await test.admin.call(setWorkDays, { days })).toBe(2)
  expect(await test.admin.call(setWorkDays, { days })).toBe(0)
  expect(await test.admin.call(setWorkDays, { days: [day('2031-10-04', 'RESTDAY')] })).toBe(1)
  expect(await test.admin.call(clearWorkDays, { dates: ['2031-10-01', '2031-10-02'] })).toBe(1)
  expect(await yearOf(2031)).toEqual([day('2031-10-04', 'RESTDAY')])
  expect(await test.admin.call(setWorkDays, { days })).toBe(2)
  expect(await yearOf(2031)).toEqual(days)
})

it('one line of the log says what the days were and are', async () => {
  await test.admin.call(setWorkDays, { days: [day('2032-01-01', 'HOLIDAY', '元旦')] })
  await test.admin.call(setWorkDays, { days: [day('2032-01-01', 'RESTDAY'), day('2032-01-02', 'HOLIDAY')] })
  const [line] = (await test.admin.page(operationLogResource, { area: 'workDay', verb: 'set', limit: 1 })).list
  expect(line!['change']).toEqual({
    before: { days: [{ date: '2032-01-01', kind: 'HOLIDAY', name: '元旦' }, { date: '2032-01-02' }] },
    after: { days: [day('2032-01-01', 'RESTDAY'), day('2032-01-02', 'HOLIDAY')] },
  })
})

it('everybody signed in reads it; only who may writes it', async () => {
  const reader = await makePerson(test.admin, test.db, {
    deptId: await makeDept(test.admin, 'readers'),
    keys: ['workDay:list'],
  })
  await test.admin.call(setWorkDays, { days: [day('2033-01-01', 'HOLIDAY')] })
  expect((await reader.call(workYear, { year: 2033 })).days).toEqual([day('2033-01-01', 'HOLIDAY')])
  await expect(reader.call(setWorkDays, { days: [day('2033-01-02', 'HOLIDAY')] })).rejects.toThrow('not-permitted')
  await expect(reader.call(clearWorkDays, { dates: ['2033-01-01'] })).rejects.toThrow('not-permitted')
  expect(await yearOf(2033)).toHaveLength(1)
})

it('a date twice is refused, and so is none', async () => {
  const twice = [day('2034-01-01', 'HOLIDAY'), day('2034-01-01', 'RESTDAY')]
  await expect(test.admin.call(setWorkDays, { days: twice })).rejects.toThrow('validation')
  await expect(test.admin.call(setWorkDays, { days: [] })).rejects.toThrow('validation')
  expect(await yearOf(2034)).toEqual([])
})

it('a sheet brings a year, and a corrected one changes the days it names again', async () => {
  const words = {
    title: '工作日历',
    labels: { date: '日期', kind: '类型', name: '名称' },
    values: { 'workDayKind.HOLIDAY': '法定节假日', 'workDayKind.ADJUST_WORK': '调休上班' },
  }
  const first = '日期,类型,名称\n2035-10-01,法定节假日,国庆节\n2035-10-08,法定节假日,国庆节'
  expect(await importOf(test.admin, workDayResource, first, { words })).toMatchObject({ counts: { inserted: 2 } })
  const second = '日期,类型,名称\n2035-10-01,法定节假日,国庆节\n2035-10-08,调休上班,国庆节调休'
  expect(await importOf(test.admin, workDayResource, second, { words })).toMatchObject({ counts: { refused: 2 } })
  expect(await importOf(test.admin, workDayResource, second, { words, updateExisting: true })).toMatchObject({
    counts: { inserted: 0, updated: 1, unchanged: 1, refused: 0 },
  })
  expect(await yearOf(2035)).toEqual([
    day('2035-10-01', 'HOLIDAY', '国庆节'),
    day('2035-10-08', 'ADJUST_WORK', '国庆节调休'),
  ])
})
