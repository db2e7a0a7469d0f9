import { type Resource, RESOURCES } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { pageOf } from '../../lib/resource-calls.ts'
import { useText } from '../../lib/text.ts'
import { DepartmentSelect } from './department-select.tsx'

const TYPING_MS = 250

/** What was typed, once nothing more is. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export interface RefSelectProps {
  id?: string
  to: string
  value?: string | null
  onChange?: (value: string | undefined) => void
  /** Name of the chosen row, when it is known before any search. */
  chosenName?: string | undefined
  placeholder?: string
  'aria-label'?: string
}

function RowSelect({ to, value, chosenName, ...rest }: RefSelectProps & { to: string }) {
  const { t } = useText()
  const resource = RESOURCES[to] as Resource
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState(false)
  const keyword = useSettled(typed)
  const rows = useQuery({
    queryKey: ['choose', to, keyword],
    queryFn: ({ signal }) => pageOf(resource, { keyword: keyword || undefined, limit: 50 }, { inPlace: true, signal }),
    placeholderData: keepPreviousData,
    enabled: wanted || (Boolean(value) && !chosenName),
  })
  const options = (rows.data?.list ?? []).map((row) => ({ value: row.id, label: String(row[resource.display]) }))
  if (value && chosenName && !options.some((option) => option.value === value)) {
    options.unshift({ value, label: chosenName })
  }
  return (
    <Select<string>
      {...rest}
      value={value ?? null}
      options={options}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      loading={rows.isFetching}
      placeholder={rest.placeholder ?? t('form.choose')}
      notFoundContent={rows.isFetching ? t('state.loading') : t(rows.isError ? 'state.failed' : 'state.empty')}
      onOpenChange={(open) => open && setWanted(true)}
      style={{ width: '100%' }}
    />
  )
}

/** Chooses one row of another resource: departments as a tree, everything else by search. */
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
