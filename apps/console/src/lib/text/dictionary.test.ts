import type { DictEntry } from '@sluice/contract'
import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choicesOf, dictEntries, forgetDictionary, useDictionary } from './dictionary.ts'

const entry = (dictValue: string, dictStatus: '0' | '1' = '0'): DictEntry => ({
  id: dictValue,
  dictType: 'sex',
  dictLabel: dictValue,
  dictValue,
  dictSort: 0,
  listClass: null,
  cssClass: null,
  dictStatus,
  parentId: null,
})
/** The server's next answers, and the requests it received. */
let answers: (() => Response)[] = []
let asked: string[] = []
const data = (entries: readonly DictEntry[]) => () => Response.json({ code: 0, message: 'ok', data: entries })

beforeEach(() => {
  answers = []
  asked = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const answer = answers.shift()
    if (!answer) throw new TypeError('no answer left')
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  forgetDictionary()
})

test('DC-1 entries are kept by type', async () => {
  answers.push(data([entry('MALE')]), data([entry('1')]))
  expect(await dictEntries('sex')).toEqual([entry('MALE')])
  expect(await dictEntries('flow_type')).toEqual([entry('1')])
  expect(await dictEntries('sex')).toEqual([entry('MALE')])
  expect(asked).toEqual([
    '/security/v1/system/dict-data/getDictDataListByDictType?dictType=sex',
    '/security/v1/system/dict-data/getDictDataListByDictType?dictType=flow_type',
  ])
})

test('DC-2 (1 of 2) two calls at the same time are one request', async () => {
  answers.push(data([entry('MALE')]))
  expect(await Promise.all([dictEntries('sex'), dictEntries('sex')])).toEqual([[entry('MALE')], [entry('MALE')]])
  expect(asked).toHaveLength(1)
})

test('DC-2 (2 of 2) a failure is not kept, an empty list is', async () => {
  answers.push(() => Response.json({ code: 500, message: 'no', data: null }), data([]))
  await expect(dictEntries('sex')).rejects.toThrow('no')
  expect(await dictEntries('sex')).toEqual([])
  expect(await dictEntries('sex')).toEqual([])
  expect(asked).toHaveLength(2)
})

test('DC-3 (part) a change drops its type and no other; sign-out drops all', async () => {
  answers.push(data([entry('old')]), data([entry('1')]), data([entry('new')]), data([]), data([]))
  await Promise.all([dictEntries('sex'), dictEntries('flow_type')])
  forgetDictionary('sex')
  expect(await dictEntries('sex')).toEqual([entry('new')])
  await dictEntries('flow_type')
  expect(asked).toHaveLength(3)
  forgetDictionary()
  await Promise.all([dictEntries('sex'), dictEntries('flow_type')])
  expect(asked).toHaveLength(5)
})

test('DC-3 (part) an answer requested before a change is not kept after it', async () => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (asked.length === 1) await held
    return data([entry(asked.length === 1 ? 'old' : 'new')])()
  })
  const early = dictEntries('sex')
  forgetDictionary('sex')
  expect(await dictEntries('sex')).toEqual([entry('new')])
  release()
  await early
  expect(await dictEntries('sex')).toEqual([entry('new')])
  expect(asked).toHaveLength(2)
})

test('DC-4 (1 of 2) disabled entries are not offered, except the one a record holds', () => {
  const entries = [entry('MALE'), entry('OLD', '1')]
  expect(choicesOf(entries, null).map(({ dictValue }) => dictValue)).toEqual(['MALE'])
  expect(choicesOf(entries, 'OLD').map(({ dictValue }) => dictValue)).toEqual(['MALE', 'OLD'])
})

test('after a failure a new reader fetches again; nothing retries by itself', async () => {
  const look = () => renderHook(() => useDictionary('sex'))
  const first = look()
  expect(first.result.current).toEqual({ waiting: true })
  await waitFor(() => expect(first.result.current).toEqual({ failed: true }))
  first.rerender()
  expect(asked).toHaveLength(1)
  first.unmount()
  answers.push(data([entry('MALE')]))
  const second = look()
  await waitFor(() => expect(second.result.current).toEqual({ entries: [entry('MALE')] }))
  expect(asked).toHaveLength(2)
})
