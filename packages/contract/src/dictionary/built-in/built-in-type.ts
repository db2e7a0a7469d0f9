import type { Words } from '../../machine/words.ts'
import type { ListClass } from '../dict-entry.resource.ts'

/** An entry the program brings: value, its word in Chinese and in English, colour of its tag. */
export type BuiltInEntry = readonly [value: string, label: string, english: string, listClass?: ListClass]

export interface BuiltInType {
  dictType: string
  dictName: string
  englishName: string
  /**
   * Name of the contract's enum whose values it describes; its words are those of the console (a test compares them).
   */
  enumName?: string
  entries: readonly BuiltInEntry[]
}

/** Values with their words in both languages, place by place. */
export function named(
  values: readonly string[],
  labels: readonly string[],
  english: readonly string[],
): BuiltInEntry[] {
  return values.map((value, at) => [value, labels[at]!, english[at]!])
}

/** Values whose words stand beside them. */
export function worded(words: Readonly<Record<string, Words>>): BuiltInEntry[] {
  return Object.entries(words).map(([value, [chinese, english]]) => [value, chinese, english])
}

/** In use or not. */
export const STATUS: readonly BuiltInEntry[] = [
  ['NORMAL', '正常', 'Active', 'success'],
  ['DISABLED', '停用', 'Disabled', 'info'],
]
