import { readFileSync } from 'node:fs'
import type { DictEntry } from '@sluice/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { forgetDictionary } from '../../lib/text/dictionary.ts'
import { startTexts } from '../../lib/text/text.ts'
import { DictTag } from './dict-tag.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  forgetDictionary()
})

const entry = (dictValue: string, dictLabel: string, listClass: string | null): DictEntry => ({
  id: dictValue,
  dictType: 'pipe',
  dictLabel,
  dictValue,
  dictSort: 0,
  listClass,
  cssClass: null,
  dictStatus: '1',
  parentId: null,
})

test.each(['primary', 'success', 'info', 'warning', 'danger'])(
  'DC-5 (1 of 2) a tag of %s has its colour',
  async (name) => {
    const data = [entry('V', '值', name)]
    vi.stubGlobal('fetch', async () => Response.json({ code: 0, message: 'ok', data }))
    render(<DictTag dictType="pipe" value="V" />)
    expect((await screen.findByText('值')).className).toBe(`dict-tag dict-${name}`)
    const css = readFileSync(`${import.meta.dirname}/dict.css`, 'utf8')
    expect(css).toContain(`.dict-${name}`)
  },
)

test('DC-5 (2 of 2) a tag has the colour of its entry, also of a disabled one; an unknown value is shown as it is', async () => {
  const data = [entry('DI', '球墨铸铁', 'primary'), entry('PE', '聚乙烯', null), entry('X', '怪', 'no-such-colour')]
  vi.stubGlobal('fetch', async () => Response.json({ code: 0, message: 'ok', data }))
  render(
    <>
      {['DI', 'PE', 'X', 'NEW', null].map((value) => (
        <DictTag key={value} dictType="pipe" value={value} />
      ))}
    </>,
  )
  expect((await screen.findByText('球墨铸铁')).className).toBe('dict-tag dict-primary')
  expect(screen.getByText('聚乙烯').className).toBe('dict-tag dict-plain')
  expect(screen.getByText('怪').className).toBe('dict-tag dict-plain')
  expect(screen.getByText('NEW')).toBeTruthy()
  expect(screen.getByText('—')).toBeTruthy()
})
