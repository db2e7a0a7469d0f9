import type { Command } from '@sluice/contract'
import { formatNumber, MISSING } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import type { ReportedPosition } from '../../domain/command/valve-position.ts'

const WIDTH = 60
const at = (opening: number) => 1 + (opening / 100) * (WIDTH - 2)

/**
 * Solid as far as it was reported; the asked end is a tick behind a dashed line, also while it closes
 * (docs/spec/look.md#3).
 */
function Bar({ opening, target, stale }: { opening: number; target: number | null; stale: boolean }) {
  const [end, tick] = [at(opening), target === null ? null : Math.min(WIDTH - 1.5, Math.max(1.5, at(target)))]
  return (
    <svg width={WIDTH} height="12" viewBox={`0 0 ${WIDTH} 12`} aria-hidden="true">
      <rect x=".5" y="2.5" width={WIDTH - 1} height="7" rx="2" fill="var(--sunken)" stroke="var(--line2)" />
      {opening > 0 && (
        <rect x="1" y="3" width={end - 1} height="6" rx="1.5" fill={stale ? 'var(--steel2)' : 'var(--water-line)'} />
      )}
      {tick !== null && (
        <>
          <path
            d={`M${end} 6H${tick}`}
            stroke={tick < end ? 'var(--surface)' : 'var(--ink)'}
            strokeWidth="2"
            strokeDasharray="4 3"
          />
          <path d={`M${tick} 0v12`} stroke="var(--surface)" strokeWidth="5" />
          <path d={`M${tick} 0v12`} stroke="var(--ink)" strokeWidth="2.4" />
        </>
      )}
    </svg>
  )
}

interface OpeningProps {
  position: ReportedPosition
  command: Command | undefined
  stale: boolean
}

/** 60 px bar, the reported number, and behind a dashed arrow what is asked. */
export function OpeningCell({ position, command, stale }: OpeningProps) {
  const { t } = useText()
  const { opening } = position
  if (opening === null && !command) return <span className="t3">{MISSING}</span>
  const asked = command?.target ?? null
  const target = asked?.opening ?? null
  return (
    <span className="opening-cell num">
      {opening === null ? <span className="opening-none" /> : <Bar opening={opening} target={target} stale={stale} />}
      <span className={stale ? 'opening-value stale' : 'opening-value'}>
        {opening === null ? MISSING : `${formatNumber(opening, 0)} %`}
      </span>
      {asked && (
        <b className="opening-target">
          <span aria-hidden="true">⇢ </span>
          <span className="sr-only">{t('drawing.target')} </span>
          {target === null ? byName(`command.${command!.code}`, command!.code) : `${formatNumber(target, 0)} %`}
        </b>
      )}
    </span>
  )
}
