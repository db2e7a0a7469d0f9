import type { ReactNode } from 'react'
import { showTime } from '../../../lib/time/clock.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import type { Step, StepLook } from './steps.ts'

const line = { fill: 'none', strokeWidth: 1.8, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** Solid is proven, dashed is commanded; the shapes differ without colour too. */
const MARKS: Record<StepLook, ReactNode> = {
  done: (
    <>
      <circle cx="10" cy="10" r="8.2" fill="var(--ink)" />
      <path d="m6.4 10.3 2.5 2.4 4.7-5" {...line} stroke="var(--on-ink)" />
    </>
  ),
  current: (
    <>
      <circle cx="10" cy="10" r="8.2" fill="none" stroke="var(--ink)" strokeWidth="1.8" strokeDasharray="3.4 2.3" />
      <circle cx="10" cy="10" r="2.4" fill="var(--ink)" />
    </>
  ),
  moving: (
    <>
      <circle
        cx="10"
        cy="10"
        r="8.2"
        fill="var(--bg-moving)"
        stroke="var(--m-moving)"
        strokeWidth="1.8"
        strokeDasharray="3.4 2.3"
      />
      <path d="m6.2 6.8 3.1 3.2-3.1 3.2M10.4 6.8l3.1 3.2-3.1 3.2" {...line} stroke="var(--m-moving)" />
    </>
  ),
  coming: <circle cx="10" cy="10" r="8" fill="var(--surface)" stroke="var(--line2)" strokeWidth="1.6" />,
  overdue: (
    <>
      <circle
        cx="10"
        cy="10"
        r="8.2"
        fill="var(--bg-l2)"
        stroke="var(--m-l2)"
        strokeWidth="1.8"
        strokeDasharray="3.4 2.3"
      />
      <path d="M7.9 8.2a2.1 2.1 0 1 1 3 2c-.6.3-.9.7-.9 1.3M10 14v.1" {...line} stroke="var(--s-l2)" />
    </>
  ),
  failed: (
    <>
      <circle cx="10" cy="10" r="8.2" fill="var(--m-l4)" />
      <path d="m7 7 6 6m0-6-6 6" {...line} stroke="var(--surface)" />
    </>
  ),
}

function StepMark({ look, size = 20 }: { look: StepLook; size?: number }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" className={`step-mark step-mark-${look}`}>
      {MARKS[look]}
    </svg>
  )
}

/** The line to the next step: solid between proven ones, dashed towards the current one, dotted beyond. */
function lineOf(next: Step | undefined): string {
  if (!next) return ''
  if (next.look === 'done') return 'solid'
  return next.look === 'coming' ? 'dotted' : 'dashed'
}

/** Five steps, each with the time of its proof. */
export function StepLine({ steps }: { steps: readonly Step[] }) {
  const { t } = useText()
  return (
    <ol className="steps">
      {steps.map((step, at) => (
        <li
          key={step.key}
          className={`step step-${step.look}`}
          data-step={step.key}
          data-look={step.look}
          data-line={lineOf(steps[at + 1])}
          {...(step.look === 'current' || step.look === 'moving' ? { 'aria-current': 'step' as const } : {})}
        >
          <StepMark look={step.look} />
          <span className="step-word">{t(step.word)}</span>
          <time className="step-time num" {...(step.time ? { dateTime: step.time } : {})}>
            {step.time ? showTime(step.time, '{h}:{i}:{s}') : step.look === 'overdue' ? t('step.over') : MISSING}
          </time>
        </li>
      ))}
    </ol>
  )
}

/** The same as dots, for a row of the ledger; in words for screen readers. */
export function StepDots({ steps }: { steps: readonly Step[] }) {
  const { t } = useText()
  const last = steps.findLast(({ look }) => look !== 'coming') ?? steps[0]!
  return (
    <span className="step-dots" role="img" aria-label={t(last.word)} title={t(last.word)}>
      {steps.map((step, at) => (
        <span key={step.key} data-line={lineOf(steps[at + 1])}>
          {step.look === 'done' && step.key !== 'confirmed' ? (
            <i className="step-dot" />
          ) : step.look === 'done' ? (
            <Glyph name="done" />
          ) : (
            <StepMark look={step.look} size={12} />
          )}
        </span>
      ))}
    </span>
  )
}
