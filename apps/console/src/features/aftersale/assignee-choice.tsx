import { repairWorkers } from '@sluice/contract'
import { Form } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../lib/api/answer.ts'
import { useSettled } from '../../lib/page/settled.ts'
import { useText } from '../../lib/text/text.ts'
import { Select } from '../../parts/control/select.tsx'

const TYPING_MS = 250

interface Given {
  id?: string
  value?: string | null
  onChange?: (id: string | undefined) => void
}

/** Whom the order can be given to: people who see the device that the form names. */
export function AssigneeChoice({ value, ...given }: Given) {
  const { t } = useText()
  const form = Form.useFormInstance()
  // Of an order that exists they are no fields of the form.
  const deviceId = Form.useWatch('deviceId', { form, preserve: true }) as string | undefined
  const known = Form.useWatch('assigneeIdName', { form, preserve: true }) as string | undefined
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed, TYPING_MS)
  const workers = useAnswer(repairWorkers, deviceId ? { deviceId, ...(keyword && { keyword }) } : null, { keep: true })
  const found = (workers.data ?? []).map(({ id, name, deptName }) => ({
    value: id,
    label: deptName ? `${name} · ${deptName}` : name,
  }))
  const isAway = value && known && !found.some((one) => one.value === value)
  return (
    <Select<string>
      {...given}
      value={value ?? null}
      options={isAway ? [{ value, label: known }, ...found] : found}
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={workers.isFetching}
      disabled={!deviceId}
      placeholder={t(deviceId ? 'form.choose' : 'repair.deviceFirst')}
      notFoundContent={t(workers.isFetching ? 'state.loading' : workers.isError ? 'state.failed' : 'repair.nobodySees')}
      style={{ width: '100%' }}
    />
  )
}
