import { beforeEach, expect, test } from 'vitest'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import {
  byName,
  changeLanguage,
  currentLanguage,
  hasChosenLanguage,
  startTexts,
  storedLanguage,
  t,
  textsUnder,
} from './text.ts'

beforeEach(async () => {
  localStorage.clear()
  await startTexts('zh-CN')
})

test('a name inside a sentence begins with a small letter', async () => {
  await startTexts('en-US')
  expect(t('import.title', { name: 'Users' })).toBe('Import users')
})

test('the language of this machine is the one chosen here, if it is supported', async () => {
  expect([storedLanguage(), hasChosenLanguage()]).toEqual(['zh-CN', false])
  await changeLanguage('en-US', 'keep')
  expect([currentLanguage(), document.documentElement.lang, hasChosenLanguage()]).toEqual(['en-US', 'en-US', false])
  await changeLanguage('en-US')
  expect([storedLanguage(), hasChosenLanguage()]).toEqual(['en-US', true])
  localStorage.setItem('lang', 'fr-FR')
  expect([storedLanguage(), hasChosenLanguage()]).toEqual(['zh-CN', true])
})

test('names by convention: the text, else the fallback, else the key', () => {
  expect(byName('metric.flow', 'x')).not.toBe('x')
  expect(byName('metric.nothing', 'x')).toBe('x')
  expect(byName('metric.nothing')).toBe('metric.nothing')
  expect(textsUnder('metric.').length).toBeGreaterThan(5)
  expect(textsUnder('metric.').every(([key]) => key.startsWith('metric.'))).toBe(true)
})

test('a channel follows the name of its metric; an unknown key is shown as it is', () => {
  expect(metricLabel('flow')).toBe(byName('metric.flow'))
  expect(metricLabel('flow.2')).toBe(`${byName('metric.flow')} 2`)
  expect(metricLabel('heave')).toBe('heave')
  expect(metricLabel('heave.3')).toBe('heave 3')
  expect(metricLabel('.3')).toBe(' 3')
})

test('the number in a text decides its plural, also where it is written with commas; Chinese has none', async () => {
  expect(t('list.count', { n: 1 })).toBe('1 条')
  await startTexts('en-US')
  expect([0, 1, 2, '1', '1,001'].map((n) => t('list.count', { n }))).toEqual([
    '0 rows',
    '1 row',
    '2 rows',
    '1 row',
    '1,001 rows',
  ])
})
