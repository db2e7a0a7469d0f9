import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** One part for each kind of control: who may make it, and what making one otherwise looks like. */
const PARTS: readonly { part: string; made: string; otherwise: RegExp }[] = [
  { part: 'select', made: 'parts/control/select.tsx', otherwise: /<select\b|<datalist\b/ },
  { part: 'check box', made: 'parts/control/check-box.tsx', otherwise: /type="checkbox"/ },
  { part: 'card', made: 'parts/section/section.tsx', otherwise: /card panel/ },
  { part: 'pager', made: 'parts/list/pager.tsx', otherwise: /className="(?:ant-)?pagination/ },
  {
    part: 'caret',
    made: 'parts/icon/caret.tsx',
    otherwise: /<Icon name=\{[^}]*\? '(?:up|down|right)' : '(?:up|down|right)'/,
  },
]
/** Controls of antd that only the part may take. */
const OF_ANTD: Readonly<Record<string, string>> = {
  Select: 'parts/control/select.tsx',
  TreeSelect: 'parts/control/select.tsx',
  Cascader: 'parts/control/select.tsx',
  Checkbox: 'parts/control/check-box.tsx',
  Pagination: 'parts/list/pager.tsx',
}

const root = join(import.meta.dirname, '../..')

function sources(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return entry.name.endsWith('.tsx') && !entry.name.endsWith('.test.tsx') ? [relative(root, path)] : []
  })
}
const texts = new Map(sources().map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** What a file takes from antd, by the names of antd. */
function takenFromAntd(text: string): string[] {
  const lists = [...text.matchAll(/import (?:type )?\{([^}]*)\} from 'antd'/g)].flatMap(([, names]) =>
    names!.split(','),
  )
  return lists.map((name) => name.trim().split(' as ')[0]!)
}

test.each(PARTS)('there is one $part', ({ made, otherwise }) => {
  expect(texts.has(made)).toBe(true)
  const others = [...texts].filter(([file, text]) => file !== made && otherwise.test(text)).map(([file]) => file)
  expect(others).toEqual([])
})

test('nobody takes a control from antd that the house has a part for', () => {
  const takers = [...texts].flatMap(([file, text]) =>
    takenFromAntd(text).flatMap((name) => (OF_ANTD[name] && OF_ANTD[name] !== file ? [`${file}: ${name}`] : [])),
  )
  expect(takers).toEqual([])
  expect([...texts.values()].flatMap(takenFromAntd)).toContain('Pagination')
})

test('a table of antd brings no pager and no marks of its own', () => {
  const tables = [...texts].filter(([, text]) => /<Table\b/.test(text))
  expect(tables.length).toBeGreaterThan(0)
  expect(tables.filter(([, text]) => !text.includes('pagination={false}')).map(([file]) => file)).toEqual([])
  const unmarked = tables.filter(([, text]) => text.includes('expandedRowRender') && !text.includes('expandIcon'))
  expect(unmarked.map(([file]) => file)).toEqual([])
})
