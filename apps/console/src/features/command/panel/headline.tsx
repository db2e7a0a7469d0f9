import type { Command, DeviceState } from '@sluice/contract'
import { showAge, showTime, useNow } from '../../../lib/time/clock.ts'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { StateChip, LinkChip } from '../../../parts/reading/status-chip.tsx'
import { CommandChip } from './command-chip.tsx'
import type { ReportedPosition } from '../../../domain/command/valve-position.ts'
import { toneOf } from '../../../domain/command/command-tone.ts'

interface HeadlineProps {
  position: ReportedPosition
  stale: boolean
  /** The command that is not proven yet. */
  command: Command | null
  state: DeviceState | undefined
}

function ArrowTo({ tone }: { tone: string }) {
  return (
    <svg width="40" height="14" viewBox="0 0 40 14" aria-hidden="true" className="headline-arrow">
      <path d="M1 7h34m-6-5.5L35 7l-6 5.5" stroke={tone} />
    </svg>
  )
}

function Target({ command }: { command: Command }) {
  const { t } = useText()
  const opening = command.target?.opening
  const tone = toneOf(command) === 'unconfirmed' ? 'var(--s-l2)' : 'var(--ink)'
  return (
    <>
      <ArrowTo tone={tone} />
      <span className="headline-target" data-testid="panel-target">
        <span className="sr-only">{t('drawing.target')} </span>
        {typeof opening === 'number' ? (
          <>
            {formatNumber(opening, 0)}
            <small>%</small>
          </>
        ) : (
          t('command.STOP')
        )}
      </span>
    </>
  )
}

function StateChips({ position, command, state }: HeadlineProps) {
  const { t } = useText()
  const mode = state?.values['mode']?.v
  const lock = state?.values['lock']?.v
  const manner = [
    typeof mode === 'string' ? byName(`enum.mode.${mode}`, mode) : null,
    typeof lock === 'boolean' ? t(lock ? 'valve.locked' : 'valve.unlocked') : null,
  ].filter((one) => one !== null)
  const asked = command && toneOf(command) !== 'moving' ? command : null
  return (
    <span className="headline-chips">
      {asked && <CommandChip command={asked} />}
      {position.motion && (
        <StateChip tone="moving" glyph="moving" text={byName(`enum.valveState.${position.motion}`)} />
      )}
      {!position.motion && !asked && state && <LinkChip value={state.status} cause={state.offlineCause} />}
      {manner.length > 0 && <StateChip tone="plain" text={manner.join(' · ')} />}
    </span>
  )
}

/**
 * The reported number is the largest element; the commanded one is smaller, behind a dashed arrow
 * (docs/spec/look.md#1.4).
 */
export function Headline(props: HeadlineProps) {
  const { t } = useText()
  const now = useNow(10_000)
  const { position, stale, command } = props
  const asked = command && command.target !== null && toneOf(command) !== 'confirmed' ? command : null
  return (
    <div className="headline">
      <span className="headline-numbers num">
        <span className={stale ? 'headline-reported old' : 'headline-reported'} data-testid="panel-reported">
          <span className="sr-only">{t('drawing.reported')} </span>
          {position.opening === null ? MISSING : formatNumber(position.opening, 0)}
          {position.opening !== null && <small>%</small>}
        </span>
        {asked && <Target command={asked} />}
      </span>
      <StateChips {...props} />
      {stale && position.opening !== null && (
        <p className="headline-proof num">
          {t('panel.lastProven', { opening: formatNumber(position.opening, 0) })}
          <b title={position.ts ? showTime(position.ts) : undefined}>{showAge(position.ts, now)}</b>
        </p>
      )}
    </div>
  )
}
