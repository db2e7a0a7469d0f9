import { useRef } from 'react'
import { useText } from '../../lib/text/text.ts'
import { Button } from '../button/button.tsx'
import { DropPlace } from '../drop-place.tsx'
import { Icon } from '../icon/icons.tsx'
import './file-choice.css'

interface FileChoiceProps {
  file: File | null
  /** As of an input: file extensions or media types. */
  accept: string
  hint: string
  onFile: (file: File) => void
}

/** Chooses or drops a file; the browser's own control would use the browser's language. */
export function FileChoice({ file, accept, hint, onFile }: FileChoiceProps) {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <DropPlace
      className="import-drop"
      onFiles={([dropped]) => {
        if (dropped) onFile(dropped)
      }}
    >
      <Icon name="sheet" size={22} />
      {file ? <b>{file.name}</b> : <span>{t('import.drop')}</span>}
      <Button onClick={() => input.current?.click()}>{t(file ? 'import.other' : 'import.choose')}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={t('import.choose')}
        data-testid="import-file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? []
          if (chosen) onFile(chosen)
          event.target.value = ''
        }}
      />
      <small className="hint">{hint}</small>
    </DropPlace>
  )
}
