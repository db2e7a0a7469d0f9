import { expect, it } from 'vitest'
import { movedPath, ownPath, serviceBasesSchema, serviceBasesText } from './service-bases.ts'

const refusal = (text: string) => serviceBasesSchema.safeParse(text).error?.issues.map(({ message }) => message)

it('BS-2 (part) each base is a path of the same host; none set is none moved', () => {
  expect(serviceBasesSchema.parse('')).toEqual({})
  const text = ' device=/field/device/v1, valve=/v/v1,'
  expect(serviceBasesSchema.parse(text)).toEqual({ device: '/field/device/v1', valve: '/v/v1' })
  expect(serviceBasesSchema.parse(serviceBasesText(serviceBasesSchema.parse(text)))).toEqual(
    serviceBasesSchema.parse(text),
  )
})

it.each([
  'device=https://other.example/device/v1',
  'device=//other.example/v1',
  'device=field/device/v1',
  'device=/field/../v1',
  'device=/field/device',
  'device=/v1',
  'device=/a b/v1',
  'device=/a"><script>/v1',
  'device',
  'lamp=/lamp/v1',
  'toString=/x/v1',
  'device=/a/v1,device=/b/v1',
  'device=/valve/v1',
  'device=/device/v1',
  'device=/valve/v1/device/v1',
  'device=/a/v1,valve=/a/v1',
  'device=/a/v1,valve=/a/v1/b/v1',
])('BS-2 (part) %s is refused, with one sentence', (text) => {
  expect(refusal(text)?.[0]).toMatch(/^(holds|names) /)
})

it('BS-2 (part) what is below a moved base goes there and back; everything else stays', () => {
  const bases = serviceBasesSchema.parse('device=/field/device/v1')
  const moved = '/field/device/v1/device/page?page=1'
  expect(movedPath('/device/v1/device/page?page=1', bases)).toBe(moved)
  expect(ownPath(moved, bases)).toBe('/device/v1/device/page?page=1')
  for (const path of ['/device/v1', '/device/v10/x', '/valve/v1/x', '/device/detail/7', '/v1/x', '/']) {
    expect(movedPath(path, bases)).toBe(path)
    expect(ownPath(path, bases)).toBe(path)
  }
})
