import { useDictionary } from '../../lib/text/dictionary.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import './dict.css'

const COLOURS = ['primary', 'success', 'info', 'warning', 'danger']

/** DC-5: the label of a value in the colour of its entry; an unknown value is shown as it is. */
export function DictTag({ dictType, value }: { dictType: string; value: string | null | undefined }) {
  const state = useDictionary(dictType)
  if (value === null || value === undefined || value === '') return <span className="t3">{MISSING}</span>
  const entry = 'entries' in state ? state.entries.find(({ dictValue }) => dictValue === value) : undefined
  if (!entry) return <span>{value}</span>
  const colour = entry.listClass && COLOURS.includes(entry.listClass) ? entry.listClass : 'plain'
  return <span className={`dict-tag dict-${colour}`}>{entry.dictLabel}</span>
}
