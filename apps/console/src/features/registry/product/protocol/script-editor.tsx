import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../../lib/text/text.ts'

const INDENT = '  '
/** After the last change so long until it is a step of the draft. */
const QUIET_MS = 800
const SHOWN_LINES = { least: 8, most: 28 }

interface Props {
  value: string
  /** The line that is marked, from 1. */
  line: number | null
  maxLength: number
  readOnly: boolean
  onChange: (value: string) => void
}

/**
 * A text of lines with their numbers. Tab indents the chosen lines and Shift+Tab takes that back; after Escape the next
 * Tab leaves the field, so that the keyboard is not caught in it.
 */
export default function ScriptEditor({ value, line, maxLength, readOnly, onChange }: Props) {
  const { t } = useText()
  const hint = useId()
  const gutter = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const isLeaving = useRef(false)
  const [typed, setTyped] = useTyped(value, onChange)
  const choice = useRef<readonly [number, number] | null>(null)
  useLayoutEffect(() => {
    if (choice.current) area.current?.setSelectionRange(...choice.current)
    choice.current = null
  }, [typed])

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') {
      isLeaving.current = true
      return
    }
    if (event.key !== 'Tab') {
      if (event.key !== 'Shift') isLeaving.current = false
      return
    }
    if (readOnly || isLeaving.current || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const next = indented(typed, [selectionStart, selectionEnd], event.shiftKey)
    if (next.text.length > maxLength) return
    choice.current = next.choice
    setTyped(next.text)
  }
  const lines = typed.split('\n').length
  return (
    <div className="script-editor">
      <div className="script-box">
        <div className="script-gutter num" aria-hidden ref={gutter}>
          {Array.from({ length: lines }, (_, n) => (
            <span key={n} className={n + 1 === line ? 'wrong' : undefined}>
              {n + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          className="mono"
          aria-label={t('productEdit.script')}
          aria-describedby={hint}
          aria-invalid={line !== null}
          value={typed}
          rows={Math.min(Math.max(lines, SHOWN_LINES.least), SHOWN_LINES.most)}
          maxLength={maxLength}
          readOnly={readOnly}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            isLeaving.current = false
            if (typed !== value) onChange(typed)
          }}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop
          }}
        />
      </div>
      <p className="hint" id={hint}>
        {t(readOnly ? 'productEdit.scriptHint' : 'productEdit.scriptKeys')}
      </p>
    </div>
  )
}

/** Passes on what was typed when it has been quiet for a moment, and when the editor goes. */
function useTyped(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(onChange)
  const pending = useRef(typed)
  const known = useRef(value)
  // Undone, or another version: what is shown follows.
  useEffect(() => {
    pending.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    latest.current = onChange
    known.current = value
  })
  useEffect(() => {
    pending.current = typed
    if (typed === known.current) return undefined
    const timer = setTimeout(() => latest.current(typed), QUIET_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(
    () => () => {
      if (pending.current !== known.current) latest.current(pending.current)
    },
    [],
  )
  return [typed, setTyped] as const
}

/** The chosen lines one step further in, or out; a caret alone gets the blanks where it stands. */
export function indented(
  text: string,
  [from, to]: readonly [number, number],
  isBack: boolean,
): { text: string; choice: readonly [number, number] } {
  if (from === to && !isBack) {
    const at = from + INDENT.length
    return { text: text.slice(0, from) + INDENT + text.slice(to), choice: [at, at] }
  }
  const start = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const before = text.slice(start, end).split('\n')
  const after = before.map((one) => (isBack ? one.replace(/^ {1,2}/, '') : INDENT + one))
  const moved = after.map((one, n) => one.length - before[n]!.length)
  const all = moved.reduce((sum, by) => sum + by, 0)
  return {
    text: text.slice(0, start) + after.join('\n') + text.slice(end),
    choice: [Math.max(start, from + moved[0]!), Math.max(start, to + all)],
  }
}
