import { noteFault } from '@sluice/contract'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { FaultForm, type FaultFormProps } from './fault-form.tsx'
import { WordsField } from './words-field.tsx'

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
      <WordsField label={t('fault.note')} value={note} onChange={setNote} />
    </FaultForm>
  )
}
