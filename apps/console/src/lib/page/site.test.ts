import { beforeEach, afterEach, expect, test, vi } from 'vitest'
import { loadSite, useSite } from './site.ts'
import { currentLanguage, startTexts } from '../text/text.ts'

const serve = (site: object | null) =>
  vi.stubGlobal('fetch', async () => {
    if (!site) throw new TypeError('Failed to fetch')
    return Response.json({ code: 0, message: '', data: site })
  })
const SITE = { webName: '渠江水务', logo: null, language: null, registration: false }

beforeEach(async () => {
  localStorage.clear()
  await startTexts('zh-CN')
  useSite.setState({ webName: null, known: false })
})
afterEach(() => vi.unstubAllGlobals())

test('the site is unknown before it is fetched', () => {
  expect(useSite.getInitialState()).toEqual({
    webName: null,
    logo: null,
    language: null,
    registration: false,
    known: false,
  })
})

test('BC-8 (part) the site’s own language applies where none was chosen, and is not stored as a choice', async () => {
  serve({ ...SITE, language: 'en-US' })
  await loadSite()
  expect([useSite.getState().webName, useSite.getState().known, currentLanguage()]).toEqual(['渠江水务', true, 'en-US'])
  expect(localStorage.getItem('lang')).toBeNull()
})

test('a language chosen on this machine comes first', async () => {
  localStorage.setItem('lang', 'zh-CN')
  serve({ ...SITE, language: 'en-US' })
  await loadSite()
  expect(currentLanguage()).toBe('zh-CN')
})

test('a site without a language, or an unreachable server, leaves the language as it is', async () => {
  serve(SITE)
  await loadSite()
  expect(currentLanguage()).toBe('zh-CN')
  useSite.setState({ known: false })
  serve(null)
  await loadSite()
  expect([useSite.getState().known, currentLanguage()]).toEqual([true, 'zh-CN'])
})
