import type { DictEntry, Resource } from '@sluice/contract'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetDictionary } from '../../lib/text/dictionary.ts'
import { startTexts } from '../../lib/text/text.ts'
import { FilterField } from '../list/search/filter-input.tsx'
import { cellOf } from '../list/table/cell.tsx'
import { FieldInput } from './field-input.tsx'

const FIELD = { kind: 'dictionary', type: 'pipe' } as const
const told = vi.fn<(value: unknown) => void>()

const entry = (dictValue: string, dictLabel: string, dictStatus: '0' | '1'): DictEntry => ({
  id: dictValue,
  dictType: 'pipe',
  dictLabel,
  dictValue,
  dictSort: 0,
  listClass: null,
  cssClass: null,
  dictStatus,
  parentId: null,
})

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  told.mockClear()
  const data = [entry('DI', '球墨铸铁', '0'), entry('PE', '聚乙烯', '0'), entry('CI', '灰铸铁', '1')]
  vi.stubGlobal('fetch', async (url: string) => {
    return Response.json({ code: 0, message: 'ok', data: url.includes('dictType=pipe') ? data : [] })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  forgetDictionary()
})

const user = () => userEvent.setup({ pointerEventsCheck: 0 })

test('a form offers the enabled entries', async () => {
  render(<FieldInput field={FIELD} id="it" value={null as never} onChange={told} />)
  await user().click(screen.getByRole('combobox'))
  await user().click(await screen.findByText('聚乙烯'))
  expect(told).toHaveBeenLastCalledWith('PE')
  expect(screen.queryByText('灰铸铁')).toBeNull()
})

test('a form shows the label of a value whose entry is now disabled', async () => {
  render(<FieldInput field={FIELD} id="it" value={'CI' as never} onChange={told} />)
  expect(await screen.findByText('灰铸铁')).toBeDefined()
})

test('a table shows the label', async () => {
  const resource = { name: 'x', fields: { material: FIELD } } as unknown as Resource
  render(<>{cellOf(resource, 'material', { material: 'DI' })}</>)
  expect((await screen.findByText('球墨铸铁')).className).toContain('dict-tag')
})

test('a search takes several values, disabled entries among them', async () => {
  render(<FilterField field={FIELD} textKey="x.material" value="DI" onChange={told} />)
  await user().click(screen.getByRole('combobox'))
  await user().click(await screen.findByTitle('灰铸铁'))
  expect(told).toHaveBeenLastCalledWith('DI,CI')
})
