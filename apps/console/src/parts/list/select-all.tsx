import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext'
import { useContext } from 'react'
import { useText } from '../../lib/text/text.ts'
import { CheckBox } from '../control/check-box.tsx'

interface SelectAllProps {
  /** The ids of all rows that can be selected, visible or not. */
  ids: readonly string[]
  selected: readonly string[]
  onSelect: (ids: string[]) => void
}

/**
 * The box that selects all rows. antd draws the header a second time, hidden, to measure it; a second box there could
 * take the focus.
 */
export function SelectAll({ ids, selected, onSelect }: SelectAllProps) {
  const { t } = useText()
  if (useContext(TableMeasureRowContext)) return null
  const chosen = new Set(selected)
  const count = ids.filter((id) => chosen.has(id)).length
  const all = count > 0 && count === ids.length
  return (
    <CheckBox
      aria-label={t('list.selectAll')}
      checked={all}
      indeterminate={count > 0 && !all}
      disabled={ids.length === 0}
      onChange={() => onSelect(all ? [] : [...ids])}
    />
  )
}
