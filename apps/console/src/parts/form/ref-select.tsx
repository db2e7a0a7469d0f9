import { type Resource, RESOURCES } from '@sluice/contract'
import { useState } from 'react'
import { useAsked } from '../../lib/api/answer.ts'
import type { CallOptions } from '../../lib/api/api.ts'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { useSettled } from '../../lib/page/settled.ts'
import { useText } from '../../lib/text/text.ts'
import { DepartmentSelect } from './department-select.tsx'
import { Select } from '../control/select.tsx'

const TYPING_MS = 250

export interface RefSelectProps {
  id?: string
  to: string
  value?: string | null
  onChange?: (value: string | undefined) => void
  /** The chosen row's name, if known before a search. */
  chosenName?: string | undefined
  placeholder?: string
  'aria-label'?: string
}

/**
 * Rows of a resource as options, searched by the typed text: fetched when the list opens, or at once with `asked`.
 * `search` holds the props for a `Select`.
 */
export function useRowSearch(resource: Resource, asked: boolean, placeholder: string | undefined) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState(false)
  const keyword = useSettled(typed, TYPING_MS)
  const query = { keyword: keyword || undefined, limit: 50 }
  const ask = wanted || asked ? (how: CallOptions) => pageOf(resource, query, how) : null
  const rows = useAsked(['choose', resource.name, keyword], ask, { keep: true })
  const found = (rows.data?.list ?? []).map((row) => ({ value: row.id, label: String(row[resource.display]) }))
  const search = {
    showSearch: { filterOption: false as const, onSearch: setTyped },
    allowClear: true,
    loading: rows.isFetching,
    placeholder: placeholder ?? t('form.choose'),
    notFoundContent: rows.isFetching ? t('state.loading') : t(rows.isError ? 'state.failed' : 'state.empty'),
    onOpenChange: (open: boolean) => open && setWanted(true),
    style: { width: '100%' },
  }
  return { found, search }
}

function RowSelect({ to, value, chosenName, ...rest }: RefSelectProps) {
  const resource = RESOURCES[to] as Resource
  const { found, search } = useRowSearch(resource, Boolean(value) && !chosenName, rest.placeholder)
  const isAway = value && chosenName && !found.some((option) => option.value === value)
  const options = isAway ? [{ value, label: chosenName }, ...found] : found
  return <Select<string> {...rest} {...search} value={value ?? null} options={options} />
}

/** Selects one row of another resource: departments as a tree, other rows by search. */
export function RefSelect(props: RefSelectProps) {
  if (props.to !== 'dept') return <RowSelect {...props} />
  const { to: _to, chosenName: _chosenName, onChange, value, ...rest } = props
  return (
    <DepartmentSelect
      {...rest}
      {...(value !== undefined ? { value } : {})}
      {...(onChange ? { onChange: (next) => onChange(Array.isArray(next) ? next[0] : next) } : {})}
    />
  )
}
