import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@sluice/contract'
import { expect, test } from 'vitest'
import { descriptorTexts } from '../lib/text/descriptor-texts.ts'
import { startTexts, storedLanguage, t } from '../lib/text/text.ts'
import { enUS } from './en-US.ts'
import { textForms } from './plural.ts'
import { zhCN } from './zh-CN.ts'

const resources = Object.values(contract.RESOURCES)
const known = { 'zh-CN': { ...descriptorTexts('zh-CN'), ...zhCN }, 'en-US': { ...descriptorTexts('en-US'), ...enUS } }
const has = (key: string) => Object.values(known).every((texts) => Object.hasOwn(texts, key))

test('every field and enum value of the contract has texts', () => {
  expect(resources.length).toBeGreaterThanOrEqual(5)
  const wanted = resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]) => [
      // Structured data is drawn by hand-made screens with their own headings.
      ...(field.kind === 'json' && !resource.list.columns.includes(name) ? [] : [`${resource.name}.${name}`]),
      ...(field.kind === 'enum' || field.kind === 'enums'
        ? field.values.map((value) => `enum.${field.enumName}.${value}`)
        : []),
    ]),
  )
  expect(wanted.filter((key) => !has(key))).toEqual([])
})

test('every reason, verdict and quality the server may name has texts', () => {
  const wanted = [
    ...contract.FIELD_REASONS.map((reason) => `reason.${reason}`),
    ...contract.VERDICTS.map((verdict) => `enum.verdict.${verdict}`),
    ...contract.VALUE_FAULTS.map((fault) => `enum.valueFault.${fault}`),
    ...contract.QUALITIES.map((quality) => `enum.quality.${quality}`),
  ]
  expect(wanted.filter((key) => !has(key))).toEqual([])
})

test('both languages use the same placeholders', () => {
  const places = (text: string) => [...text.matchAll(/\{\{(\w+)(?:, inside)?\}\}/g)].map((match) => match[1]).sort()
  const keys = Object.keys(zhCN) as (keyof typeof zhCN)[]
  // The sentence about one may say its number as a word.
  const english = (key: keyof typeof zhCN) => textForms({ key: enUS[key] })
  const asChinese = (key: keyof typeof zhCN, text: string) => places(text).join() === places(zhCN[key]).join()
  expect(keys.filter((key) => !asChinese(key, english(key)['key'] ?? english(key)['key_other']!))).toEqual([])
})

/** Texts that the statements give word for word, Chinese and English. */
const CATALOGUE = {
  'done.add': ['添加成功', 'Added'],
  'failed.add': ['添加失败', 'Could not add'],
  'done.update': ['修改成功', 'Updated'],
  'failed.update': ['修改失败', 'Could not update'],
  'done.delete': ['删除成功', 'Deleted'],
  'failed.delete': ['删除失败', 'Could not delete'],
  'done.save': ['保存成功', 'Saved'],
  'failed.save': ['保存失败', 'Could not save'],
  'ask.delete': ['确定要删除选中的内容吗？', 'Are you sure to delete the selected content?'],
  'session.over': ['登录已过期，请重新登录', 'Login expired, please log in again'],
  'session.again': ['重新登录', 'Log in again'],
  'action.close': ['关闭', 'Close'],
  'rule.enter': ['请输入{{field}}', 'Please enter {{field}}'],
  'rule.choose': ['请选择{{field}}', 'Please select {{field}}'],
  'command.sendTimeout': ['下发超时，请稍后重试', 'Sending timed out, please try again later'],
  'session.leave': ['确定要退出系统吗？', 'Leave the system?'],
  'settings.saving': ['正在保存到本地，请稍候...', 'Saving locally, please wait...'],
  'fault.warning': ['警告', 'Warning'],
  'settings.resetting': ['正在清除设置缓存并刷新，请稍候...', 'Clearing saved settings and reloading...'],
  'net.forbidden': ['没有操作权限', 'Not permitted'],
  'command.sent': ['下发成功', 'Command sent'],
  'command.unconfirmed': ['设备未确认，请稍后查看状态', 'Not confirmed by the device, check its state later'],
} as const

test('TX-1 (1 of 3) the catalogue holds the agreed words in both languages', () => {
  const keys = Object.keys(CATALOGUE) as (keyof typeof CATALOGUE)[]
  expect(Object.fromEntries(keys.map((key) => [key, [zhCN[key], enUS[key]]]))).toEqual(CATALOGUE)
  const { 'wrong-credentials': wrong, 'too-many-tries': often } = contract.ERROR_TEXTS
  expect([wrong, often].flatMap((texts) => Object.values(texts))).toEqual([
    '用户名或密码错误',
    'Wrong username or password',
    '尝试次数过多，请稍后再试（{wait}后）',
    'Too many attempts, try later (in {wait})',
  ])
  expect([zhCN['ask.title'], zhCN['action.confirm'], zhCN['action.cancel']]).toEqual(['提示', '确定', '取消'])
})

test('TX-1 (2 of 3), AM-28 Chinese is the default; the literals are the same in all languages', () => {
  localStorage.clear()
  expect(storedLanguage()).toBe('zh-CN')
  for (const key of ['size.done', 'fullscreen.unsupported', 'session.noUser'] as const)
    expect(enUS[key]).toBe(zhCN[key])
})

/** Chinese outside the catalogues: names that are the same in every language, calendars, and words that are read. */
const NAMED = [
  'app/menu/sidebar.tsx',
  'app/pages/entrance.tsx',
  'features/map/markers/cluster-bench.ts',
  'lib/time/clock.ts',
  'lib/time/time.ts',
  'parts/form/position/position-text.rules.ts',
]

test('TX-1 (3 of 3) no text stands outside the catalogues', () => {
  const sources = join(import.meta.dirname, '..')
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\.tsx?$/.test(file) && !/(^|\.)(texts\/|zh-CN)/.test(file),
  )
  const code = (file: string) =>
    readFileSync(join(sources, file), 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/(^|\s)\/\/.*$/gm, '')
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => /\p{Script=Han}/u.test(code(file))).toSorted()).toEqual(NAMED)
})

/** Limits far above one. */
const MANY = ['list.tooMany', 'import.tooMany']

test('English that counts things has a sentence for one and one for several', () => {
  const counts = (text: string) => /\{\{n\}\} (?:[a-z]+ )?[a-z]{2,}s\b/.test(text)
  const texts = Object.entries(enUS).filter(([key]) => !MANY.includes(key))
  const plural = texts.filter(([, text]) => typeof text !== 'string')
  expect(plural.length).toBeGreaterThan(30)
  expect(texts.filter(([, text]) => typeof text === 'string' && counts(text)).map(([key]) => key)).toEqual([])
})

/** What stands between two texts, and a sentence whose last word is drawn as an element of its own. */
const PIECES = ['list.comma', 'drawing.comma', 'punct.colon', 'panel.lastProven']

test('an English text is a sentence of its own: nothing is left to be glued to its beginning or end', () => {
  const pieces = Object.entries(textForms(enUS)).filter(([, text]) => /^[\s,;:.]|[\s,;]$/.test(text))
  expect(pieces.map(([key]) => key).toSorted()).toEqual(PIECES.toSorted())
})

test('a field named inside an English sentence is written as inside a sentence', async () => {
  await startTexts('en-US')
  expect(t('import.title', { name: 'Devices' })).toBe('Import devices')
  expect(t('import.title', { name: 'API keys' })).toBe('Import API keys')
})
