import type { Quality } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { Glyph } from '../icon/glyphs.tsx'

/** Why a value may not be what it says; nothing at a good one. */
export function QualityMark({ quality }: { quality: Quality }) {
  useText()
  if (quality === 'GOOD') return null
  return (
    <span className={`row tight ${quality === 'MANUAL' ? 'word-level1' : 'word-level2'}`}>
      <Glyph name={quality === 'MANUAL' ? 'level1' : 'level2'} />
      {byName(`enum.quality.${quality}`)}
    </span>
  )
}
