import type { Reason } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { Glyph } from '../../../parts/icon/glyphs.tsx'

/** A chain of reasons, each marked as for or against. */
export function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const { t } = useText()
  return (
    <ul className="reasons">
      {reasons.map(({ because, holds, names }) => (
        <li key={because} className={holds ? 'holds' : 'against'}>
          <Glyph name={holds ? 'done' : 'failed'} />
          <span>
            <span className="sr-only">{t(holds ? 'explain.for' : 'explain.against')} </span>
            {t(`explain.${because}`, { names: names.join(t('list.comma')) || '—' })}
          </span>
        </li>
      ))}
    </ul>
  )
}
