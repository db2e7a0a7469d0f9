import { expect, it } from 'vitest'
import { tablesIn, violationOf } from './statement-recorder.ts'

const inRequest = (text: string) => violationOf({ text, path: '/device/v1/device/page' })
const inJob = (text: string) => violationOf({ text, path: undefined })

it('finds the tables of a statement, however they are written', () => {
  expect(tablesIn('select 1 from "device" as d left join only sys_user u on true')).toEqual(['device', 'sys_user'])
  expect(tablesIn('UPDATE fault SET code = 1')).toEqual(['fault'])
  expect(tablesIn('insert into dept (id) values (1)')).toEqual(['dept'])
  expect(tablesIn("select 'from device' /* join dept */ -- from fault\n from product p, device d")).toEqual([
    'product',
    'device',
  ])
})

it('refuses a tenant table without a mark', () => {
  expect(inRequest('select * from device')).toContain('device without scope')
  expect(inJob('delete from telemetry where ts < now()')).toContain('telemetry without scope')
  expect(inRequest('select * from product')).toBeUndefined()
})

it('accepts a mark only from the scope functions, and background reasons only outside requests', () => {
  expect(inRequest('select * from device where dept_id = any($1) /* scope:dept */')).toBeUndefined()
  expect(inRequest('select * from telemetry where device_id = $1 /* device:id */')).toBeUndefined()
  expect(inJob('select * from device /* unscoped:job */')).toBeUndefined()
  expect(inRequest('select * from device /* unscoped:job */')).toContain('«job» in a request')
  expect(inRequest('select * from sys_user /* unscoped:self */')).toBeUndefined()
})
