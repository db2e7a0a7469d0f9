import type { Command } from '@sluice/contract'
import { useNow } from '../../../lib/time/clock.ts'
import { hasEnded } from '../../../domain/command/commands.ts'
import { t, useText } from '../../../lib/text/text.ts'
import { type SaidSince, sentenceOf } from '../command-sentence.ts'
import { commandWords } from '../command-words.ts'
import { stopwatch } from '../../../lib/time/stopwatch.ts'
import { StepLine } from './step-line.tsx'
import { toneOf } from '../../../domain/command/command-tone.ts'
import { remainingS, stepsOf } from './steps.ts'

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

/** The command and how far it is proven: dashed until it is (docs/spec/look.md#6.4). */
export function CommandBox({ command, opening, reportedSince }: { command: Command } & SaidSince) {
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
      <p className="sr-only" role="status">
        {t('event.ended', { what: commandWords(command), outcome: t(reached.word) })}
      </p>
    </section>
  )
}
