import { byName, useText } from '../lib/text.ts'
import { useDictionary } from '../lib/dictionary.ts'
import { MISSING } from '../lib/reading-format.ts'
import './dict.css'

const COLOURS = ['primary', 'success', 'info', 'warning', 'danger']

/** Words of the operator in Chinese; other languages say what they know of a value and else what he wrote. */
export function dictLabel(language: string, entry: { dictType: string; dictValue: string; dictLabel: string }): string {
  return language === 'zh-CN' ? entry.dictLabel : byName(`dict.${entry.dictType}.${entry.dictValue}`, entry.dictLabel)
}

/** DC-5: the word of a value, coloured as its entry says; an unknown value shows itself. */
export function DictTag({ dictType, value }: { dictType: string; value: string | null | undefined }) {
  const { language } = useText()
  const state = useDictionary(dictType)
  if (value === null || value === undefined || value === '') return <span className="t3">{MISSING}</span>
  const entry = 'entries' in state ? state.entries.find(({ dictValue }) => dictValue === value) : undefined
  if (!entry) return <span>{value}</span>
  const colour = entry.listClass && COLOURS.includes(entry.listClass) ? entry.listClass : 'plain'
  return <span className={`dict-tag dict-${colour}`}>{dictLabel(language, entry)}</span>
}
