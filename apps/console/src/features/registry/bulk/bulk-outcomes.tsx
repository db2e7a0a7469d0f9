import type { DeviceRow } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { Glyph, type GlyphName } from '../../../parts/icon/glyphs.tsx'
import { countsOf, type Outcome } from './bulk.rules.ts'

const GLYPHS: Readonly<Record<Outcome['state'], GlyphName>> = {
  done: 'done',
  failed: 'failed',
  skipped: 'disabled',
  waiting: 'pending',
}
/** A result of the program, in ink: a refusal most of all, since it needs somebody. */
const WORDS: Readonly<Record<Outcome['state'], string>> = {
  done: 't2',
  failed: '',
  skipped: 't3',
  waiting: 't3',
}

/** What became of each device, those that were refused first: they need somebody. */
export function BulkOutcomes({ outcomes }: { outcomes: readonly Outcome<DeviceRow>[] }) {
  const { t } = useText()
  const counts = countsOf(outcomes)
  const order = ['failed', 'skipped', 'waiting', 'done']
  const sorted = outcomes.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  return (
    <>
      <p role="status" className="num">
        {t('bulk.counts', { done: counts.done, failed: counts.failed + counts.skipped, waiting: counts.waiting })}
      </p>
      <ol className="bulk-outcomes">
        {sorted.map((outcome) => (
          <li key={outcome.row.id}>
            <span className="clip">{outcome.row.name}</span>
            <span className={`row tight ${WORDS[outcome.state]}`.trim()}>
              <Glyph name={GLYPHS[outcome.state]} />
              {t(`bulk.${outcome.state}`)}
            </span>
            {'because' in outcome && <small className="t2">{outcome.because}</small>}
          </li>
        ))}
      </ol>
    </>
  )
}
