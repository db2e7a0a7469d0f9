import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useAsk } from '../../lib/page/ask.ts'
import { Button } from '../button/button.tsx'
import { useBackCloses } from './back-closes.ts'

/** The console's one question box: a native dialog, so that the browser traps the focus and restores it. */
export function AskHost() {
  const question = useAsk((state) => state.open)
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (question) box.current?.showModal()
  }, [question])
  useBackCloses(() => question?.answer(false), question !== null)
  if (!question) return null
  const { title, text, lines = [], confirm, cancel, danger, answer, testId } = question
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
      {lines.length > 0 && (
        <ul className="ask-lines">
          {lines.map((line) => (
            <li key={line.text}>
              {line.to === null ? (
                line.text
              ) : (
                <Link className="link" to={line.to} onClick={() => answer(false)}>
                  {line.text}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="ask-buttons">
        <Button autoFocus onClick={() => answer(false)}>
          {cancel}
        </Button>
        {confirm !== undefined && (
          <Button kind={danger ? 'danger' : 'theme'} onClick={() => answer(true)}>
            {confirm}
          </Button>
        )}
      </div>
    </dialog>
  )
}
