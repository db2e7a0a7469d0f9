import type { Field, Resource } from '@sluice/contract'
import { Input, Select } from 'antd'
import { type SubmitEvent, useEffect, useState } from 'react'
import { byName, useText } from '../../lib/text.ts'
import { RefSelect } from '../form/ref-select.tsx'
import { Icon } from '../icons.tsx'

interface SearchFormProps {
  resource: Resource
  filters: Readonly<Record<string, string>>
  /** Filters drawn elsewhere (a tree at the side, chips above the table). */
  omit: readonly string[]
  onSearch: (filters: Record<string, string>) => void
}

/** Above this many fields the rest folds away. */
const UNFOLDED = 3

interface FilterInputProps {
  field: Field
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function FilterInput({ field, label, value, onChange }: FilterInputProps) {
  const { t } = useText()
  const all = t('search.all', { field: label })
  if (field.kind === 'ref') {
    return <RefSelect to={field.to} value={value ?? null} onChange={onChange} placeholder={all} aria-label={label} />
  }
  if (field.kind === 'enum' || field.kind === 'boolean') {
    const options =
      field.kind === 'enum'
        ? field.values.map((one) => ({ value: one, label: byName(`enum.${field.enumName}.${one}`, one) }))
        : ['true', 'false'].map((one) => ({ value: one, label: t(one === 'true' ? 'state.yes' : 'state.no') }))
    return (
      <Select<string>
        allowClear
        value={value ?? null}
        options={options}
        onChange={onChange}
        placeholder={all}
        aria-label={label}
        style={{ width: '100%' }}
      />
    )
  }
  return (
    <Input
      allowClear
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      placeholder={all}
      aria-label={label}
    />
  )
}

/** Four columns, labels at the left, buttons at the far right (look.md 3). */
export function SearchForm({ resource, filters, omit, onSearch }: SearchFormProps) {
  const { t } = useText()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(filters)
  const [folded, setFolded] = useState(true)
  useEffect(() => setTyped(filters), [filters])
  const names = (resource.list.filters ?? []).filter((name) => !omit.includes(name))
  const hasKeyword = (resource.list.keyword ?? []).length > 0
  const room = hasKeyword ? UNFOLDED - 1 : UNFOLDED
  const foldable = names.length > room
  const shown = foldable && folded ? names.slice(0, room) : names
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
      {shown.map((name) => {
        const label = byName(`${resource.name}.${name}`)
        return (
          <label key={name}>
            <span>{label}</span>
            <FilterInput
              field={resource.fields[name]!}
              label={label}
              value={typed[name]}
              onChange={(value) => set(name, value)}
            />
          </label>
        )
      })}
      <div className="search-buttons">
        {foldable && (
          <button type="button" className="link search-fold" aria-expanded={!folded} onClick={() => setFolded(!folded)}>
            {t(folded ? 'search.unfold' : 'search.fold')}
            <Icon name={folded ? 'down' : 'right'} size={14} />
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
