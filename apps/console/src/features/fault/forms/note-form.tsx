import { noteFault } from '@sluice/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { FaultForm, type FaultFormProps } from './fault-form.tsx'

const NOTE_MOST = 500

/** Words of one's own in the history of a fault; its page has a field for them. */
export function NoteForm({ faults, onClose }: FaultFormProps) {
  const { t } = useText()
  const [note, setNote] = useState('')
  const words = note.trim()
  return (
    <FaultForm
      faults={faults}
      onClose={onClose}
      title={t('fault.note')}
      said="faultForm.noted"
      ready={words !== ''}
      send={async ([id = '']) => {
        await call(noteFault, { id, note: words })
        return { done: [id], refused: [] }
      }}
    >
      <Form.Item label={t('fault.note')} required>
        <Input.TextArea
          autoFocus
          aria-label={t('fault.note')}
          autoSize={{ minRows: 3, maxRows: 8 }}
          maxLength={NOTE_MOST}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Form.Item>
    </FaultForm>
  )
}
