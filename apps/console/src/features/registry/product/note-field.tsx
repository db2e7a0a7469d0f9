import { Input } from 'antd'
import { useId } from 'react'
import { useText } from '../../../lib/text/text.ts'

/** Why a version is put in force, for whoever looks later. */
export function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const { t } = useText()
  const id = useId()
  return (
    <p className="note-field">
      <label htmlFor={id}>{t('productEdit.note')}</label>
      <Input.TextArea
        id={id}
        value={value}
        maxLength={200}
        autoSize={{ minRows: 2, maxRows: 4 }}
        placeholder={t('productEdit.noteHint')}
        onChange={(event) => onChange(event.target.value)}
      />
    </p>
  )
}
