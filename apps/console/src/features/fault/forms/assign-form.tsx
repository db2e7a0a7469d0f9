import { assignFaults, faultTakers } from '@sluice/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useSettled } from '../../../lib/page/settled.ts'
import { useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { FaultForm, type FaultFormProps } from './fault-form.tsx'

const TYPING_MS = 250
const NOTE_MOST = 500

/** A person who may take all of these faults, found by the typed name. */
function TakerSelect({ faultIds: [id, ...others], value, onChange }: TakerProps) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed, TYPING_MS)
  const also = others.join(',')
  const asked = { id: id!, ...(also && { also }), ...(keyword && { keyword }) }
  const takers = useAnswer(faultTakers, asked, { keep: true })
  return (
    <Select<string>
      value={value}
      onChange={onChange}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={takers.isFetching}
      aria-label={t('faultForm.person')}
      placeholder={t('form.choose')}
      notFoundContent={t(takers.isFetching ? 'state.loading' : takers.isError ? 'state.failed' : 'faultForm.nobody')}
      style={{ width: '100%' }}
      options={(takers.data ?? []).map(({ id, name, deptName }) => ({
        value: id,
        label: deptName ? `${name} · ${deptName}` : name,
      }))}
    />
  )
}

interface TakerProps {
  faultIds: readonly string[]
  value: string | null
  onChange: (id: string) => void
}

/** Gives faults to a person, with a few words. */
export function AssignForm({ faults, onClose }: FaultFormProps) {
  const { t } = useText()
  const [userId, setUserId] = useState<string | null>(null)
  const [note, setNote] = useState('')
  return (
    <FaultForm
      faults={faults}
      onClose={onClose}
      title={t('faultForm.assign')}
      said="faultForm.assigned"
      ready={userId !== null}
      send={(ids) => call(assignFaults, { ids, userId: userId!, ...(note.trim() && { note: note.trim() }) })}
    >
      <Form.Item label={t('faultForm.person')} required extra={t('faultForm.personHint')}>
        <TakerSelect faultIds={faults.map(({ id }) => id)} value={userId} onChange={setUserId} />
      </Form.Item>
      <Form.Item label={t('faultForm.note')}>
        <Input.TextArea
          aria-label={t('faultForm.note')}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={NOTE_MOST}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Form.Item>
    </FaultForm>
  )
}
