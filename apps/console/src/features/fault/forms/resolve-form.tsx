import { type FaultRow, faultResource, faultStory, type FaultStory, resolveFaults } from '@sluice/contract'
import { Form } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { FaultForm, type FaultFormProps } from './fault-form.tsx'
import { WordsField } from './words-field.tsx'

const SUGGESTED = 3

/** What was done about the same fault here and on other devices of the model: the newest first, each once. */
function notesOf({ ofDevice, ofProduct }: Pick<FaultStory, 'ofDevice' | 'ofProduct'>, code: string): string[] {
  const same = [...ofDevice.filter((one) => one.code === code), ...ofProduct]
  const notes = same
    .toSorted((a, b) => Date.parse(b.firstTime) - Date.parse(a.firstTime))
    .flatMap(({ handleNote }) => (handleNote ? [handleNote] : []))
  return [...new Set(notes)].slice(0, SUGGESTED)
}

function Suggestions({ fault, onChoose }: { fault: FaultRow; onChoose: (note: string) => void }) {
  const { t } = useText()
  const story = useAnswer(faultStory, { id: fault.id }, { follows: [faultResource.name], silent: true })
  const notes = story.data ? notesOf(story.data, fault.code) : []
  if (notes.length === 0) return null
  return (
    <Form.Item label={t('faultForm.before')}>
      <ul className="note-choices">
        {notes.map((note) => (
          <li key={note}>
            <button type="button" className="note-choice" onClick={() => onChoose(note)}>
              {note}
            </button>
          </li>
        ))}
      </ul>
    </Form.Item>
  )
}

/** The work is done: says what was done. */
export function ResolveForm({ faults, onClose }: FaultFormProps) {
  const { t } = useText()
  const [note, setNote] = useState('')
  const words = note.trim()
  return (
    <FaultForm
      faults={faults}
      onClose={onClose}
      title={t('faultForm.resolve')}
      said="faultForm.resolved"
      ready={words !== ''}
      send={(ids) => call(resolveFaults, { ids, note: words })}
    >
      <WordsField label={t('faultForm.done')} hint={t('faultForm.doneHint')} value={note} onChange={setNote} />
      {faults.length === 1 && <Suggestions fault={faults[0]!} onChoose={setNote} />}
    </FaultForm>
  )
}
