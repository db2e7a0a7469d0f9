import type { Resource } from '@sluice/contract'
import { Input } from 'antd'
import { type SubmitEvent, useState } from 'react'
import { byName, useText } from '../../lib/text.ts'
import { Icon } from '../icons.tsx'
import { FilterField, RangeField } from './filter-input.tsx'

interface SearchFormProps {
  resource: Resource
  filters: Readonly<Record<string, string>>
  /** Filters drawn elsewhere (a tree at the side, chips above the table). */
  omit: readonly string[]
  onSearch: (filters: Record<string, string>) => void
}

/** Above this many fields the rest folds away. */
const UNFOLDED = 3

/** Which fields the form has, and which of them are in sight. */
function useFold({ resource, filters, omit }: Omit<SearchFormProps, 'onSearch'>) {
  const [folded, setFolded] = useState<boolean | null>(null)
  const names = (resource.list.filters ?? []).filter((name) => !omit.includes(name))
  const ranges = resource.list.ranges ?? []
  const hasKeyword = (resource.list.keyword ?? []).length > 0
  const room = hasKeyword ? UNFOLDED - 1 : UNFOLDED
  const foldable = names.length + ranges.length > room
  const behind = [...names.slice(room), ...ranges.flatMap((name) => [`${name}From`, `${name}To`])]
  // A list that was opened by a link shows all that narrows it.
  const isFolded = foldable && (folded ?? behind.every((name) => filters[name] === undefined))
  return {
    names: isFolded ? names.slice(0, room) : names,
    ranges: isFolded ? [] : ranges,
    hasKeyword,
    foldable,
    isFolded,
    turn: () => setFolded(!isFolded),
  }
}

/** Four columns, labels at the left, buttons at the far right (look.md 3). */
export function SearchForm({ resource, filters, omit, onSearch }: SearchFormProps) {
  const { t } = useText()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(filters)
  const [seen, setSeen] = useState(filters)
  // Not in an effect: those run again when a tab is shown again, and what was typed there stays (TB-13).
  if (seen !== filters) {
    setSeen(filters)
    setTyped(filters)
  }
  const { names, ranges, hasKeyword, foldable, isFolded, turn } = useFold({ resource, filters, omit })
  const set = (name: string, value: string | undefined) => {
    const { [name]: _old, ...others } = typed
    setTyped(value ? { ...others, [name]: value } : others)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch({ ...typed })
  }
  // Fields of the side tree and the chips stay as they are: reset clears what this form shows.
  const reset = () => onSearch(Object.fromEntries(Object.entries(filters).filter(([name]) => omit.includes(name))))
  const keywordHint = (resource.list.keyword ?? []).map((name) => byName(`${resource.name}.${name}`)).join(' / ')
  const factsOf = (name: string) => ({ field: resource.fields[name]!, textKey: `${resource.name}.${name}` })
  return (
    <form className="card search" role="search" onSubmit={submit}>
      {hasKeyword && (
        <label>
          <span>{t('search.keyword')}</span>
          <Input
            allowClear
            value={typed['keyword'] ?? ''}
            maxLength={100}
            placeholder={keywordHint}
            onChange={(event) => set('keyword', event.target.value || undefined)}
          />
        </label>
      )}
      {names.map((name) => (
        <FilterField key={name} {...factsOf(name)} value={typed[name]} onChange={(value) => set(name, value)} />
      ))}
      {ranges.map((name) => (
        <RangeField
          key={name}
          {...factsOf(name)}
          from={typed[`${name}From`]}
          to={typed[`${name}To`]}
          onChange={(end, value) => set(`${name}${end}`, value)}
        />
      ))}
      <div className="search-buttons">
        {foldable && (
          <button type="button" className="link search-fold" aria-expanded={!isFolded} onClick={turn}>
            {t(isFolded ? 'search.unfold' : 'search.fold')}
            <Icon name={isFolded ? 'down' : 'right'} size={14} />
          </button>
        )}
        <button type="button" className="btn" onClick={reset}>
          {t('action.reset')}
        </button>
        <button type="submit" className="btn btn-theme">
          {t('action.search')}
        </button>
      </div>
    </form>
  )
}
