import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { listSources } from '../rules/source-files.ts'
import { textLines } from './text-sheet.ts'

const HAN = /\p{Script=Han}/u
const root = resolve(import.meta.dirname, '../../..')
const lines = textLines(root)
const line = (key: string) => lines.find((one) => one.key === key)

test('texts of every kind have a line: key, both languages, where they are shown', () => {
  expect(line('action.cancel')).toMatchObject({ chinese: '取消', english: 'Cancel' })
  expect(line('panel.events')?.where).toBe('apps/console/src/features/command/panel/valve/valve-facts.tsx')
  expect(line('batch.risk.OPEN')?.where).toBe('apps/console/src/features/command/batch/batch-dialog.tsx')
  expect(line('device.channel')?.where).toBe('list and form of device')
  expect(line('menu.DeviceIndex')).toMatchObject({ chinese: '设备列表', english: 'Device list' })
  expect(line('error.not-permitted')).toMatchObject({ chinese: '没有操作权限', english: 'Not permitted' })
  expect(line('role.ROLE_VIEWER')).toMatchObject({ chinese: '只读用户', english: 'Read-only user' })
  expect(line('product.MQTT-VALVE')).toMatchObject({ chinese: 'MQTT 阀门', english: 'MQTT valve' })
  expect(line('dictionary.sex.MALE')).toMatchObject({ chinese: '男', english: 'Male' })
  expect(lines.find(({ chinese }) => chinese === '电池欠压')?.english).toBe('Low battery')
  expect(lines.every(({ where }) => where !== '')).toBe(true)
})

test('a pair is two texts, and not a text and the key of the next', () => {
  expect(lines.filter(({ english }) => english === 'en-US')).toEqual([])
})

test('a plural has a line for each of its sentences', () => {
  expect([line('list.count_one')?.english, line('list.count_other')?.english]).toEqual(['{{n}} row', '{{n}} rows'])
  expect(line('list.count')).toBeUndefined()
})

test('each key stands once', () => {
  expect(lines.length).toBeGreaterThan(2000)
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
})

/** A language is named in itself. */
const SAME = new Set(['language.zh-CN', 'enum.language.zh-CN', 'dictionary.language.zh-CN'])

test('no English text has Chinese in it, and none is empty', () => {
  const wrong = lines.filter(({ key, english }) => !SAME.has(key) && (english.trim() === '' || HAN.test(english)))
  expect(wrong.map(({ key }) => key)).toEqual([])
})

/** Words that the house has another one for: what is said instead. */
const NOT_OURS = {
  回报: '上报',
  昵称: '姓名',
  查看者: '只读用户',
  观察者: '只读用户',
  从机列表: '阀门列表',
  站点管理: '域名与外观',
  二次验证: '两步验证',
  双因素: '两步验证',
}

test('one word per thing: no text says what the house calls otherwise', () => {
  const wrong = lines.filter(({ chinese }) => Object.keys(NOT_OURS).some((word) => chinese.includes(word)))
  expect(wrong.map(({ key, chinese }) => `${key}: ${chinese}`)).toEqual([])
  expect(lines.filter(({ english }) => /\b(nickname|viewer)\b/i.test(english)).map(({ key }) => key)).toEqual([])
  expect(line('search.all')).toMatchObject({ chinese: '不限', english: 'Any' })
  expect(line('menu.ValveSlave')).toMatchObject({ chinese: '阀门列表', english: 'Valves' })
  expect(line('user.nickName')).toMatchObject({ chinese: '姓名', english: 'Name' })
})

/** Chinese in the code that is no text of a screen in two languages: a name, a calendar, words that people type. */
const NO_TEXTS = [
  'apps/console/src/app/menu/sidebar.tsx',
  'apps/console/src/app/pages/entrance.tsx',
  'apps/console/src/features/map/markers/cluster-bench.ts',
  'apps/console/src/lib/time/clock.ts',
  'apps/console/src/lib/time/time.ts',
  'apps/console/src/parts/form/position/position-text.rules.ts',
  'apps/server/src/modules/identity/credentials/password.rules.ts',
  'apps/server/src/modules/identity/sign-in/administrator.store.ts',
  'apps/server/src/modules/identity/sign-in/password-guesses.ts',
  'apps/server/src/platform/http/http-console.ts',
  'apps/server/src/platform/openapi/about.ts',
  'apps/server/src/platform/openapi/docs-page.ts',
  'apps/server/src/platform/sheet/sheet-kinds.ts',
  // Words and brackets that somebody may type.
  'packages/contract/src/flow/expression.ts',
  // A unit as devices spell it.
  'packages/contract/src/unit/unit-table.ts',
  'packages/kit/src/pinyin.ts',
  // What the State Council calls its holidays.
  'packages/kit/src/public-notice.ts',
]

test('no text of the product is missing: whatever is Chinese in its code stands in the sheet', () => {
  const known = new Set(lines.map(({ chinese }) => chinese))
  const product = listSources(root).filter(
    (file) =>
      /^(apps\/(console|server)|packages\/\w+)\/src\//.test(file) &&
      !/\.(test|fixture|vectors)\.tsx?$|^apps\/console\/src\/texts\//.test(file),
  )
  expect(product.length).toBeGreaterThan(500)
  const missing = product.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/(^|\s)\/\/.*$/gm, '')
    const pieces = code.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`|[^'"`\n]+/g) ?? []
    return pieces.filter((piece) => HAN.test(piece) && !known.has(piece.slice(1, -1))).map(() => file)
  })
  expect([...new Set(missing)].toSorted()).toEqual(NO_TEXTS)
})
