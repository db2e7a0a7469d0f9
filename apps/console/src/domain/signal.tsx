import { useText } from '../lib/text/text.ts'

/** RSSI as reported, or computed from CSQ 0-31 (99 is unknown): −113 + 2 · CSQ (domain 0.3). */
export function signalDbm(rssi: number | null, csq: number | null): number | null {
  if (rssi !== null) return rssi
  return csq === null || csq > 31 ? null : -113 + 2 * csq
}

function barsOf(dbm: number): 1 | 2 | 3 | 4 {
  return dbm >= -70 ? 4 : dbm >= -85 ? 3 : dbm >= -100 ? 2 : 1
}

/** Four bars, with an accessible name because they stand alone in a table. */
export function SignalBars({ dbm }: { dbm: number }) {
  const { t } = useText()
  const bars = barsOf(dbm)
  return (
    <svg
      className="signal"
      viewBox="0 0 16 12"
      width="16"
      height="12"
      role="img"
      aria-label={t('valve.bars', { n: bars })}
    >
      {[0, 1, 2, 3].map((at) => (
        <rect
          key={at}
          x={at * 4}
          y={9 - at * 3}
          width="3"
          height={3 + at * 3}
          rx=".8"
          fill={at < bars ? 'var(--t2)' : 'var(--line2)'}
        />
      ))}
    </svg>
  )
}
