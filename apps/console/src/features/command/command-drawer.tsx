import type { Command, CommandAttempt } from '@sluice/contract'
import { getCommand } from '@sluice/contract'
import { useAnswer } from '../../lib/api/answer.ts'
import { showTime } from '../../lib/time/clock.ts'
import { useDeviceStates } from '../../domain/state/device-state-store.ts'
import { useLine } from '../../lib/live/line.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Button } from '../../parts/button/button.tsx'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { Decoded } from '../../domain/frame/frame-view.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import type { Steps } from '../../parts/list/row-walk.ts'
import { StepButtons } from '../../parts/overlay/step-buttons.tsx'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'
import { resultWords, sourceWords } from './command-cells.tsx'
import { CommandChip } from './panel/command-chip.tsx'
import { isInQuestion, proofWords, sentenceOf } from './command-sentence.ts'
import { commandWords, targetWords, valueWords } from './command-words.ts'
import { whyNot } from './may-send.ts'
import { send } from './send.ts'
import { StepLine } from './panel/step-line.tsx'
import { stepsOf } from './panel/steps.ts'

function Attempt({ attempt }: { attempt: CommandAttempt }) {
  const { t } = useText()
  return (
    <li>
      <p className="attempt-head">
        <b>{t('ledger.attemptNo', { n: attempt.no })}</b>
        <time className="num t2" dateTime={attempt.ts}>
          {showTime(attempt.ts)}
        </time>
        <span className="t2">
          {attempt.outcome
            ? byName(`enum.attemptOutcome.${attempt.outcome}`, attempt.outcome)
            : t('ledger.outcomeUnknown')}
          {attempt.outcomeTime && ` · ${showTime(attempt.outcomeTime, '{h}:{i}:{s}')}`}
        </span>
      </p>
      <Decoded value={attempt.downlink} protocol={protocolOf(attempt.downlink)} />
    </li>
  )
}

function beforeWords({ before }: Command): string {
  if (before?.value !== undefined) return valueWords(before.value)
  return before?.opening != null ? `${Math.round(before.opening)} %` : MISSING
}

/** The protocol of a downlink, whose texts describe it. */
function protocolOf(downlink: unknown): string {
  return String((downlink as { protocol?: unknown } | null)?.protocol ?? '')
}

interface NextProps {
  command: Command
  onAgain: ((command: Command) => void) | null
}

/** What to do when the outcome is unknown: read first, then send again. Reasons why not are under the buttons. */
function Next({ command, onAgain }: NextProps) {
  const { t } = useText()
  const { kind } = useLine()
  const state = useDeviceStates([command.deviceId])[command.deviceId]
  if (!onAgain || !isInQuestion(command)) return null
  const key = whyNot('READ', { online: kind !== 'offline', state, running: false })
  return (
    <>
      <div className="control-row">
        <Button
          kind="urged"
          disabled={key !== null}
          onClick={() => void send({ deviceId: command.deviceId, code: 'READ', params: {} })}
        >
          {t('control.read')}
        </Button>
        {command.target !== null && (
          <Button onClick={() => onAgain(command)}>{t('control.again', { what: commandWords(command) })}</Button>
        )}
      </div>
      {key && <p className="control-why">{t(key)}</p>}
    </>
  )
}

interface DrawerProps extends NextProps {
  /** To the commands beside it, where it was opened from a list. */
  steps: Steps | null
  onClose: () => void
}

/** One command in full: its steps, its facts, and every transmission. */
export function CommandDrawer({ command, steps, onAgain, onClose }: DrawerProps) {
  const { t, byName } = useText()
  const whole = useAnswer(getCommand, { id: command.id }, { follows: [command.attempts, command.status], keep: true })
  const sentence = sentenceOf(command)
  const facts: readonly (readonly [string, string])[] = [
    [byName('command.source'), sourceWords(command)],
    [t('drawing.target'), command.target ? targetWords(command) : MISSING],
    [t('ledger.before'), beforeWords(command)],
    [byName('command.resultCode'), resultWords(command)],
    [t('ledger.proof'), proofWords(command)],
    [byName('command.attempts'), t('ledger.attemptsOf', { n: command.attempts, most: command.maxAttempts })],
    [byName('command.createTime'), showTime(command.createTime)],
    [byName('command.expireTime'), showTime(command.expireTime)],
    ...(command.resultMsg ? ([[byName('command.resultMsg'), command.resultMsg]] as const) : []),
  ]
  return (
    <SideDialog
      title={`${commandWords(command)} · ${command.cmdNo}`}
      width={560}
      extra={steps && <StepButtons steps={steps} />}
      onClose={onClose}
    >
      <div className="ledger-detail">
        <CommandChip command={command} watch />
        <StepLine steps={stepsOf(command)} />
        {sentence && <p className="ledger-sentence">{sentence}</p>}
        <Next command={command} onAgain={onAgain} />
        <Facts>
          {facts.map(([name, value]) => (
            <Fact key={name} name={name} className="num">
              {value}
            </Fact>
          ))}
        </Facts>
        <h3 className="part-title">{t('ledger.attemptList')}</h3>
        <Fetched query={whole} rows={3}>
          {({ attemptList }) =>
            attemptList.length === 0 ? (
              <p className="hint">{t('ledger.noAttempts')}</p>
            ) : (
              <ol className="attempts">
                {attemptList.map((attempt) => (
                  <Attempt key={attempt.no} attempt={attempt} />
                ))}
              </ol>
            )
          }
        </Fetched>
      </div>
    </SideDialog>
  )
}
