import { act, cleanup, render } from '@testing-library/react'
import type { TypeFace } from '@sluice/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { byName, changeLanguage, startTexts } from '../lib/text/text.ts'
import { typeIcon } from '../parts/icon/type-faces.ts'
import { TypeTile } from '../parts/icon/type-tile.tsx'
import { noteType, panelOf, setDeviceTypes, typeChoices } from './device-types.ts'

const HYDRANT: TypeFace = {
  code: 'HYDRANT',
  name: ['消火栓', 'Fire hydrant'],
  icon: 'VALVE',
  colour: 'ROSE',
  panel: 'NONE',
}
const VALVE: TypeFace = { code: 'VALVE', name: ['阀门', 'Valve'], icon: 'VALVE', colour: 'NONE', panel: 'CONTROL' }

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  setDeviceTypes(null)
})

test('a type is called as the registry says, in every language, and as the program says without it', async () => {
  setDeviceTypes([VALVE, HYDRANT])
  expect(byName('enum.deviceType.HYDRANT')).toBe('消火栓')
  await changeLanguage('en-US', 'keep')
  expect(byName('enum.deviceType.HYDRANT')).toBe('Fire hydrant')
  setDeviceTypes(null)
  expect(byName('enum.deviceType.HYDRANT')).toBe('Hydrant')
  await changeLanguage('zh-CN', 'keep')
  expect(byName('enum.deviceType.HYDRANT')).toBe('给水栓')
})

test('a tile has the icon and the ground of its type, and follows a change of them', () => {
  setDeviceTypes([VALVE, HYDRANT])
  const { container } = render(<TypeTile type="HYDRANT" />)
  const tile = container.querySelector<HTMLElement>('.tile')!
  const drawing = tile.innerHTML
  expect(tile.dataset['ground']).toBe('ROSE')
  act(() => noteType({ ...HYDRANT, icon: 'PUMP', colour: 'NONE' }))
  expect(tile.dataset['ground']).toBeUndefined()
  expect(tile.innerHTML).not.toBe(drawing)
  expect([typeIcon('HYDRANT'), typeIcon('NO-SUCH')]).toEqual(['PUMP', 'UNKNOWN'])
})

test('only registered types are chosen from, and the present one stays', () => {
  expect(typeChoices()).toHaveLength(16)
  setDeviceTypes([VALVE, HYDRANT])
  expect(typeChoices().map(({ value }) => value)).toEqual(['VALVE', 'HYDRANT'])
  expect(typeChoices('TEMP').map(({ label }) => label)).toEqual(['阀门', '消火栓', '温度'])
})

test('the panel of a device page is that of its type', () => {
  expect([panelOf('TEMP'), panelOf('HYDRANT')]).toEqual(['TEMPERATURE', 'CONTROL'])
  setDeviceTypes([HYDRANT])
  expect([panelOf('TEMP'), panelOf('HYDRANT')]).toEqual(['TEMPERATURE', 'NONE'])
})
