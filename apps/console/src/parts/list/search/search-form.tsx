import { rangeBounds, type Resource } from '@sluice/contract'
import { type SubmitEvent, useState } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { useMobile } from '../../../lib/page/width.ts'
import { Button } from '../../button/button.tsx'
import { FilterField, RangeField, TypedInput } from './filter-input.tsx'
import { FoldButton, useFold } from './search-fold.tsx'

interface SearchFormProps {
  resource: Resource
  filters: Readonly<Record<string, string>>
  /** Filters drawn elsewhere (a tree at the side, chips above the table). */
  omit: readonly string[]
  /** The filters that the list begins with and that reset restores. */
  defaultFilters?: Readonly<Record<string, string>>
  /** The values that a text filter offers, when not all that have texts apply. */
  options?: Readonly<Record<string, readonly string[]>>
  onSearch: (filters: Record<string, string>) => void
}

const NOTHING: Readonly<Record<string, never>> = {}

/** Fields beyond this number are folded; on a phone the rows would otherwise begin below the visible page. */
const UNFOLDED = { wide: 3, phone: 1 }

/** The fields of the form, and which of them are visible. */
function useFields({
  resource,
  filters,
  omit,
  defaultFilters = NOTHING,
}: Omit<SearchFormProps, 'options' | 'onSearch'>) {
  const unfolded = useMobile() ? UNFOLDED.phone : UNFOLDED.wide
  const names = (resource.list.filters ?? []).filter((name) => !omit.includes(name))
  const ranges = (resource.list.ranges ?? []).filter((name) => !omit.includes(name))
  const hasKeyword = (resource.list.keyword ?? []).length > 0 && !omit.includes('keyword')
  const room = hasKeyword ? unfolded - 1 : unfolded
  const behind = [...names.slice(room), ...ranges.flatMap((name) => Object.values(rangeBounds(resource, name)))]
  const inUse = behind.some((name) => filters[name] !== undefined && filters[name] !== defaultFilters[name])
  const fold = useFold(names.length + ranges.length > room, inUse)
  return {
    names: fold.isFolded ? names.slice(0, room) : names,
    ranges: fold.isFolded ? [] : ranges,
    hasKeyword,
    fold,
  }
}

/** Four columns, labels at the left, buttons at the far right (docs/spec/look.md#3). */
export function SearchForm({
  resource,
  filters,
  omit,
  defaultFilters = NOTHING,
  options = NOTHING,
  onSearch,
}: SearchFormProps) {
  const { t } = useText()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(filters)
  const [seen, setSeen] = useState(filters)
  // Not in an effect: effects run again when a tab is shown again, and typed text must stay (TB-13).
  if (seen !== filters) {
    setSeen(filters)
    setTyped(filters)
  }
  const { names, ranges, hasKeyword, fold } = useFields({ resource, filters, omit, defaultFilters })
  const setAll = (values: Readonly<Record<string, string | undefined>>) =>
    setTyped(
      Object.fromEntries(
        Object.entries({ ...typed, ...values }).filter((one): one is [string, string] => Boolean(one[1])),
      ),
    )
  const set = (name: string, value: string | undefined) => setAll({ [name]: value })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSearch({ ...typed })
  }
  // Fields of the side tree and the chips stay: reset clears only the fields of this form.
  const reset = () =>
    onSearch({
      ...defaultFilters,
      ...Object.fromEntries(Object.entries(filters).filter(([name]) => omit.includes(name))),
    })
  const keywordHint = (resource.list.keyword ?? []).map((name) => byName(`${resource.name}.${name}`)).join(' / ')
  const factsOf = (name: string) => ({ field: resource.fields[name]!, textKey: `${resource.name}.${name}` })
  return (
    <form className="card search" role="search" onSubmit={submit}>
      {hasKeyword && (
        <label>
          <span>{t('search.keyword')}</span>
          <TypedInput value={typed['keyword']} placeholder={keywordHint} onChange={(value) => set('keyword', value)} />
        </label>
      )}
      {names.map((name) => (
        <FilterField
          key={name}
          {...factsOf(name)}
          offered={options[name]}
          value={typed[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
      {ranges.map((name) => {
        const bounds = rangeBounds(resource, name)
        return (
          <RangeField
            key={name}
            {...factsOf(name)}
            from={typed[bounds.from]}
            to={typed[bounds.to]}
            onChange={(given) =>
              setAll({
                ...('from' in given && { [bounds.from]: given.from }),
                ...('to' in given && { [bounds.to]: given.to }),
              })
            }
          />
        )
      })}
      <div className="search-buttons">
        <FoldButton {...fold} />
        <Button onClick={reset}>{t('action.reset')}</Button>
        <Button type="submit" kind="theme">
          {t('action.search')}
        </Button>
      </div>
    </form>
  )
}
