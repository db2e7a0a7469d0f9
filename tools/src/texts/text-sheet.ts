import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_IN_DICTIONARIES, ERROR_TEXTS, RESOURCES, ROLE_NAMES } from '@sluice/contract'
import { DEVICE_TYPES, PRODUCT_LIBRARY } from '@sluice/devices'
import { descriptorTexts } from '../../../apps/console/src/lib/text/descriptor-texts.ts'
import { enUS } from '../../../apps/console/src/texts/en-US.ts'
import { textForms } from '../../../apps/console/src/texts/plural.ts'
import { zhCN } from '../../../apps/console/src/texts/zh-CN.ts'
import { listSources } from '../rules/source-files.ts'

/** A text of the product: one line of the sheet. */
export interface TextLine {
  key: string
  chinese: string
  english: string
  /** Files that show it, or what it names. */
  where: string
}

/** Code in which texts stand: the tests, the simulator's names and the tools are not part of the product. */
const PRODUCT = /^(apps\/(console|server)|packages\/(contract|devices|kit))\/src\//
const NOT_PRODUCT = /\.(test|fixture|vectors)\.tsx?$|^apps\/console\/src\/texts\//

/** Every text that the product shows, each key once: the console's, the contract's, those of the server. */
export function textLines(root: string): TextLine[] {
  const sources = listSources(root)
    .filter((file) => PRODUCT.test(file) && !NOT_PRODUCT.test(file))
    .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
  const named = [...consoleLines(sources), ...descriptorLines(), ...namedLines()]
  const known = new Set(named.map(pairOf))
  const found = sources.flatMap(pairsIn).filter((line) => !known.has(pairOf(line)))
  return [...named, ...new Map(found.map((line) => [line.key, line])).values()]
}

const pairOf = ({ chinese, english }: TextLine) => `${chinese}\n${english}`

interface Source {
  file: string
  code: string
}

/** A plural has a line for each of its sentences. */
function consoleLines(sources: readonly Source[]): TextLine[] {
  const inConsole = sources.filter(({ file }) => file.startsWith('apps/console/'))
  return Object.entries(zhCN).flatMap(([key, chinese]) => {
    const where = usersOf(key, inConsole).join(' ')
    const forms = textForms({ [key]: enUS[key as keyof typeof zhCN] })
    return Object.entries(forms).map(([form, english]) => ({ key: form, chinese, english, where }))
  })
}

/** The files that name the key, or the longest beginning of it in a template; else it is the label of a field. */
function usersOf(key: string, sources: readonly Source[]): string[] {
  const parts = key.split('.')
  const beginnings = parts.slice(1).map((_part, at) => `\`${parts.slice(0, parts.length - 1 - at).join('.')}.\${`)
  for (const needle of [`'${key}'`, ...beginnings]) {
    const files = sources.filter(({ code }) => code.includes(needle)).map(({ file }) => file)
    if (files.length > 0) return files
  }
  return [Object.hasOwn(RESOURCES, parts[0]!) ? `list and form of ${parts[0]}` : `texts by name: ${parts[0]}.*`]
}

function descriptorLines(): TextLine[] {
  const english = descriptorTexts('en-US')
  return Object.entries(descriptorTexts('zh-CN'))
    .filter(([key]) => !Object.hasOwn(zhCN, key))
    .map(([key, chinese]) => ({ key, chinese, english: english[key]!, where: 'menu, lists and forms (descriptors)' }))
}

/** Names that rows of the database have, and what an error says. */
function namedLines(): TextLine[] {
  const errors = Object.entries(ERROR_TEXTS).map(([code, said]) => ({
    key: `error.${code}`,
    chinese: said['zh-CN'],
    english: said['en-US'],
    where: 'error messages',
  }))
  const roles = Object.entries(ROLE_NAMES).map(([code, [chinese, english]]) => ({
    key: `role.${code}`,
    chinese,
    english,
    where: 'built-in roles',
  }))
  const products = [...DEVICE_TYPES, ...PRODUCT_LIBRARY].map(({ productNo, name, englishName }) => ({
    key: `product.${productNo}`,
    chinese: name,
    english: englishName,
    where: 'products',
  }))
  const metrics = new Map(PRODUCT_LIBRARY.flatMap(({ metrics: own = [] }) => own.map((metric) => [metric.key, metric])))
  const ownMetrics = [...metrics.values()].flatMap(({ key, name }) =>
    name
      ? [{ key: `library.metric.${key}`, chinese: name[0], english: name[1], where: 'metrics of ready models' }]
      : [],
  )
  const dictionaries = BUILT_IN_DICTIONARIES.flatMap(({ dictType, dictName, englishName, entries }) => [
    { key: `dictionary.${dictType}`, chinese: dictName, english: englishName, where: 'dictionaries' },
    ...entries.map(([value, chinese, english]) => ({
      key: `dictionary.${dictType}.${value}`,
      chinese,
      english,
      where: 'dictionaries',
    })),
  ])
  return [...errors, ...roles, ...products, ...ownMetrics, ...dictionaries]
}

const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source
/** Two texts side by side, `'中文', 'English'`: the words of an action, a fault, an answer of the server. */
const PAIR = new RegExp(`(${LITERAL})\\s*,\\s*(${LITERAL})(?!\\s*:)`, 'g')
/** The same as members of an object: `'zh-CN': '中文', 'en-US': 'English'`. */
const MEMBERS = new RegExp(`'zh-CN':\\s*(${LITERAL}),\\s*'en-US':\\s*(${LITERAL})`, 'g')

const HAN = /\p{Script=Han}/u

/** Pairs in the code that no table lists; their key is the file and what they say in English. */
function pairsIn({ file, code }: Source): TextLine[] {
  const inside = code.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
  return [...inside.matchAll(MEMBERS), ...inside.matchAll(PAIR)]
    .map(([, chinese = '', english = '']) => [chinese.slice(1, -1), english.slice(1, -1)] as const)
    .filter(([chinese, english]) => HAN.test(chinese) && english !== '' && !HAN.test(english))
    .map(([chinese, english]) => ({ key: `${file}: ${english}`, chinese, english, where: file }))
}
