import { flowOptions, type FlowOption, type OptionType } from '@sluice/contract'
import { useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useSettled } from '../../../lib/page/settled.ts'
import { useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'

const TYPING_MS = 250

type Names = Readonly<Record<string, string>>

interface OptionSelectProps {
  id?: string
  flowType: OptionType
  value: readonly string[]
  /** The chosen ids, with the names of those that were found. */
  onChange: (value: string[], names: Names) => void
  /** One is chosen in place of another. */
  single?: boolean
  /** Names of chosen ids. */
  names?: Names | undefined
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}

/** What is offered for the typed text; nothing, and no call, for an empty one (WD-18). */
function useOptions(flowType: OptionType) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), TYPING_MS)
  const asked = typed.trim() === '' ? '' : search
  const found = useAnswer(flowOptions, asked === '' ? null : { flowType, search: asked }, { silent: true })
  return { typed, setTyped, found, options: asked === '' ? [] : (found.data ?? []) }
}

const named = (options: readonly FlowOption[]) => Object.fromEntries(options.map(({ id, name }) => [id, name]))

/** Chooses people, roles or departments by typing a part of their name (WD-18). */
export function OptionSelect({ flowType, value, onChange, single = false, names = {}, ...rest }: OptionSelectProps) {
  const { t } = useText()
  const [seen, setSeen] = useState<Names>({})
  const { typed, setTyped, found, options } = useOptions(flowType)
  const known = { ...seen, ...names }
  const apart = value.filter((id) => !options.some((option) => option.id === id))
  const change = (next: string | string[] | undefined) => {
    const ids = [next ?? []].flat()
    const all = { ...known, ...named(options) }
    setSeen(all)
    setTyped('')
    onChange(ids, Object.fromEntries(ids.flatMap((id) => (all[id] === undefined ? [] : [[id, all[id]]]))))
  }
  const shared = {
    ...rest,
    showSearch: { filterOption: false as const, onSearch: setTyped, searchValue: typed },
    allowClear: true,
    loading: found.isFetching,
    placeholder: rest.placeholder ?? t(`flow.options.${flowType}`),
    notFoundContent:
      typed.trim() === ''
        ? t('flow.options.type')
        : t(found.isFetching ? 'state.loading' : found.isError ? 'state.failed' : 'state.empty'),
    options: [
      ...apart.map((id) => ({ value: id, label: known[id] ?? id })),
      ...options.map(({ id, name, deptName }) => ({
        value: id,
        label: deptName ? t('flow.options.of', { name, dept: deptName }) : name,
      })),
    ],
    style: { width: '100%' },
  }
  if (single) return <Select<string> {...shared} value={value[0] ?? null} onChange={change} />
  return <Select<string[]> {...shared} mode="multiple" value={[...value]} onChange={change} />
}
