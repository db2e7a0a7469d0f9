import { NONE, type Resource, RESOURCES } from '@sluice/contract'
import { useRows } from '../../lib/api/answer.ts'
import { valueOf } from '../../lib/api/resource-calls.ts'
import { useText } from '../../lib/text/text.ts'
import { DepartmentSelect } from './department-select.tsx'
import { useRowSearch } from './ref-select.tsx'
import { Select } from '../control/select.tsx'

interface RefsSelectProps {
  id?: string
  to: string
  value?: readonly string[] | null
  onChange?: (value: string[]) => void
  /** Values that do not fit on one line are counted. */
  oneLine?: boolean
  /** How many may be chosen. */
  most?: number
  placeholder?: string
  'aria-label'?: string
}

/** In quotes a row is meant without those below it. */
const idIn = (value: string) => value.replaceAll('"', '')

/** Names of chosen rows that no search has returned yet; a row that cannot be read is shown by its id. */
export function useNames(resource: Resource, values: readonly string[]): ReadonlyMap<string, string> {
  const { t } = useText()
  const ids = values.map(idIn).filter((id) => id !== NONE)
  const rows = useRows(resource, ids, { staleMs: 30_000 })
  const known = new Map(rows.map((row) => [row.id, String(valueOf(row, resource.display))]))
  const nameOf = (value: string) => (value === NONE ? t('search.none') : known.get(idIn(value)))
  return new Map(values.flatMap((value) => (nameOf(value) === undefined ? [] : [[value, nameOf(value)!] as const])))
}

function RowsSelect({ to, value, onChange, oneLine = false, most, ...rest }: RefsSelectProps) {
  const resource = RESOURCES[to] as Resource
  const { found, search } = useRowSearch(resource, false, rest.placeholder)
  const chosen = value ?? []
  const apart = chosen.filter((id) => !found.some((one) => one.value === id))
  const names = useNames(resource, apart)
  return (
    <Select<string[]>
      {...rest}
      {...search}
      mode="multiple"
      {...(most === undefined ? {} : { maxCount: most })}
      {...(oneLine ? { maxTagCount: 'responsive' as const } : {})}
      value={[...chosen]}
      onChange={(ids) => onChange?.(ids)}
      options={[...apart.map((id) => ({ value: id, label: names.get(id) ?? id })), ...found]}
    />
  )
}

/** Selects several rows of another resource: departments as a tree, other rows by search. */
export function RefsSelect(props: RefsSelectProps) {
  if (props.to !== 'dept') return <RowsSelect {...props} />
  const { to: _to, most: _most, onChange, value, ...rest } = props
  return (
    <DepartmentSelect
      {...rest}
      multiple
      value={[...(value ?? [])]}
      onChange={(ids) => onChange?.([ids ?? []].flat())}
    />
  )
}
