import { showSince, useNow } from '../../lib/time/clock.ts'
import { useLine } from '../../lib/live/line.ts'
import { useText } from '../../lib/text/text.ts'
import { Glyph } from '../../parts/icon/glyphs.tsx'

/**
 * One bar under the header, one reason at a time: offline, server unreachable, channel lost, store down
 * (docs/spec/look.md#3).
 */
export function LineBars() {
  const { t } = useText()
  const line = useLine()
  const now = useNow(60_000)
  if (line.kind === 'whole') return null
  return (
    <div className={`line-bar line-${line.kind}`} role="status" data-testid={`line-${line.kind}`}>
      <Glyph name={line.kind === 'store' ? 'level3' : 'offline'} />
      {t(`line.${line.kind}`, { time: showSince(line.since, now) })}
    </div>
  )
}
