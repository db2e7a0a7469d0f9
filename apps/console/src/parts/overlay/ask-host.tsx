import { useEffect, useRef } from 'react'
import { useAsk } from '../../lib/page/ask.ts'
import { Button } from '../button/button.tsx'

/** The console's one question box: a native dialog, so that the browser traps the focus and restores it. */
export function AskHost() {
  const question = useAsk((state) => state.open)
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (question) box.current?.showModal()
  }, [question])
  if (!question) return null
  const { title, text, confirm, cancel, danger, answer, testId } = question
  return (
    <dialog
      ref={box}
      className="ask"
      data-testid={testId}
      aria-labelledby="ask-title"
      aria-describedby="ask-text"
      onCancel={(event) => {
        event.preventDefault()
        answer(false)
      }}
    >
      <h2 id="ask-title">{title}</h2>
      <p id="ask-text">{text}</p>
      <div className="ask-buttons">
        <Button autoFocus onClick={() => answer(false)}>
          {cancel}
        </Button>
        <Button kind={danger ? 'danger' : 'theme'} onClick={() => answer(true)}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
