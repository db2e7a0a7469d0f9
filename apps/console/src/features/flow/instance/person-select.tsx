import { taskPeople } from '@sluice/contract'
import { useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useSettled } from '../../../lib/page/settled.ts'
import { useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'

const TYPING_MS = 250
const MOST = 10

interface PersonSelectProps {
  label: string
  value: readonly string[]
  /** More than one. */
  several?: boolean
  most?: number
  onChange: (userIds: string[]) => void
}

/** People of the organisation, found by the typed name. */
export function PersonSelect({ label, value, several = false, most = MOST, onChange }: PersonSelectProps) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed, TYPING_MS)
  const people = useAnswer(taskPeople, keyword ? { keyword } : {}, { keep: true })
  // A chosen person keeps their name when the next search does not find them.
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({})
  const found = (people.data ?? []).map(({ userId, name, deptName }) => ({
    value: userId,
    label: deptName ? `${name} · ${deptName}` : name,
  }))
  const choose = (ids: string[]) => {
    const named = found.filter((one) => ids.includes(one.value)).map((one) => [one.value, one.label] as const)
    setKnown((before) => ({ ...before, ...Object.fromEntries(named) }))
    onChange(ids)
  }
  const away = value.filter((id) => !found.some((one) => one.value === id))
  const shared = {
    'aria-label': label,
    placeholder: label,
    options: [...away.map((id) => ({ value: id, label: known[id] ?? id })), ...found],
    showSearch: { filterOption: false as const, onSearch: setTyped },
    loading: people.isFetching,
    notFoundContent: t(people.isFetching ? 'state.loading' : people.isError ? 'state.failed' : 'request.nobodyFound'),
    style: { width: '100%' },
  }
  return several ? (
    <Select<string[]> {...shared} mode="multiple" maxCount={most} value={[...value]} onChange={choose} />
  ) : (
    <Select<string> {...shared} value={value[0] ?? null} onChange={(id) => choose([id])} />
  )
}
