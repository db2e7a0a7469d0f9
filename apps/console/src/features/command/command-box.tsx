import type { Command } from '@sluice/contract'
import { showTime, useNow } from '../../lib/clock.ts'
import { hasEnded } from '../../lib/commands.ts'
import { byName, t, useText } from '../../lib/text.ts'
import { commandWords, targetWords } from './command-words.ts'
import { stopwatch } from '../../lib/stopwatch.ts'
import { StepLine } from './step-line.tsx'
import { remainingS, stepsOf, toneOf } from './steps.ts'

/** Longer than that a command does not wait on a line that is open: its device sleeps. */
const SLEEPY_MS = 600_000

interface Known {
  /** Percent as last reported. */
  opening: number | null
  /** The valve reported after the command had been given up. */
  reportedSince: boolean
}

/** One sentence: what may be true, and what to do. */
function sentenceOf(command: Command, { opening, reportedSince }: Known): string | null {
  const { status, resultCode, resultMsg } = command
  if (status === 'QUEUED' && Date.parse(command.expireTime) - Date.parse(command.createTime) > SLEEPY_MS)
    return t('box.sleepy', { time: showTime(command.expireTime, '{h}:{i}') })
  if (status === 'TIMEOUT') {
    if (reportedSince && opening !== null)
      return t('box.reportedSince', { opening: Math.round(opening), target: targetWords(command) })
    if (command.outcomeUnknown) return t('box.restarted')
    return byName(`box.${resultCode}`, t('box.NO_ACK'))
  }
  if (status === 'FAILED') return [byName(`box.${resultCode}`, t('step.failed')), resultMsg].filter(Boolean).join(' ')
  if (status === 'EXPIRED') return t('box.expired')
  return null
}

function Clock({ command, opening }: { command: Command; opening: number | null }) {
  const now = useNow(1000)
  if (hasEnded(command)) {
    const tried = command.attempts > 1 || command.status === 'TIMEOUT'
    return <span className="num t2">{tried ? t('box.tries', { n: command.attempts }) : ''}</span>
  }
  const used = t('box.used', { time: stopwatch(now - Date.parse(command.createTime)) })
  const left = remainingS(command, opening)
  return (
    <span className="num t2">
      {left === null || left <= 0 ? used : `${used} · ${t('box.left', { time: stopwatch(left * 1000) })}`}
    </span>
  )
}

/** What was asked and how far it is proven: dashed as long as it is not (look.md 6.4). */
export function CommandBox({ command, opening, reportedSince }: { command: Command } & Known) {
  useText()
  const steps = stepsOf(command)
  const tone = toneOf(command)
  const sentence = sentenceOf(command, { opening, reportedSince })
  const reached = steps.findLast(({ look }) => look !== 'coming') ?? steps[0]!
  return (
    <section className={`command-box box-${tone}`} aria-label={t('box.label')} data-status={command.status}>
      <p className="box-head">
        <b>{commandWords(command)}</b>
        {(tone === 'pending' || tone === 'moving') && <span className="t3">{t('box.unproven')}</span>}
        <span className="grow" />
        <Clock command={command} opening={opening} />
      </p>
      {sentence && <p className="box-sentence">{sentence}</p>}
      <StepLine steps={steps} />
      <p className="sr-only" role="status">{`${commandWords(command)} ${t(reached.word)}`}</p>
    </section>
  )
}
