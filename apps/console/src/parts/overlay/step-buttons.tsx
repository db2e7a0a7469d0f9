import { useEffect, useRef } from 'react'
import { useText } from '../../lib/text/text.ts'
import { ToolButton } from '../button/tool-button.tsx'
import type { Steps } from '../list/row-walk.ts'

/** Fields, and questions that must be answered about the item that is shown. */
const TAKEN = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="dialog"] form, .confirm'
const OVER = 'dialog[open], .menu, .confirm, .ant-modal-wrap'

/**
 * `j` and `k` go to the next and the previous item, as they do in the list: `[` and `]` belong to the tabs. Not while
 * somebody types, or is asked something about this one.
 */
function useStepKeys(steps: Steps): void {
  const latest = useRef(steps)
  useEffect(() => {
    latest.current = steps
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(TAKEN)) return
      const { previous, next } = latest.current
      const step = { j: next, k: previous }[event.key]
      if (step === undefined || document.querySelector(OVER)) return
      event.preventDefault()
      step?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** The way to the item before and after, in the order of the list, without closing what shows this one. */
export function StepButtons({ steps }: { steps: Steps }) {
  const { t } = useText()
  useStepKeys(steps)
  const { previous, next, place } = steps
  return (
    <span className="step-buttons">
      {place && <span className="num t3">{t('step.place', place)}</span>}
      <ToolButton icon="up" label={t('step.previous')} disabled={!previous} onClick={() => previous?.()} />
      <ToolButton icon="down" label={t('step.next')} disabled={!next} onClick={() => next?.()} />
    </span>
  )
}
