import { tbValueOf } from '@sluice/codecs'
import { keySource, type TbUplink } from '@sluice/contract'
import { valueAt } from '@sluice/kit'
import type { ReadingValue } from '../device-type.ts'

type Values = Readonly<Record<string, ReadingValue>>

interface FoundValue {
  key: string
  value: ReadingValue
  factor: number | undefined
}

/** What paths found, and the members that they read from. */
interface Found {
  found: readonly FoundValue[]
  read: ReadonlySet<string>
}

const NOTHING: Found = { found: [], read: new Set() }

/** The rules of a model that are paths into nested JSON, which a report holds as text. */
export function tbPaths(keys: TbUplink['keys']): (values: Values) => Found {
  const rules = keys.flatMap(({ from, key, factor }) => {
    const source = keySource(from)
    if (!source || !('path' in source)) return []
    const [name, ...path] = source.path
    return [{ name: String(name), path, key, factor }]
  })
  if (rules.length === 0) return () => NOTHING
  return (values) => {
    const trees = new Map<string, unknown>()
    const found: FoundValue[] = []
    const read = new Set<string>()
    for (const { name, path, key, factor } of rules) {
      if (!Object.hasOwn(values, name)) continue
      if (!trees.has(name)) trees.set(name, treeOf(values[name]))
      const tree = trees.get(name)
      // What is no nested value now stays under its own name.
      if (path.length > 0 && typeof tree !== 'object') continue
      read.add(name)
      const value = path.length === 0 ? values[name] : tbValueOf(valueAt(path, tree))
      if (value !== undefined && value !== null) found.push({ key, value, factor })
    }
    return { found, read }
  }
}

/** The object or list in a text; anything else as it is. */
function treeOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}
