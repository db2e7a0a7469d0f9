import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { showAge, showTime, useNow } from '../../../lib/time/clock.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Glyph, type GlyphName } from '../../../parts/icon/glyphs.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { useMap } from '../map-state.ts'
import { showMoment } from './use-past.ts'

function Count({ glyph, name, value }: { glyph: GlyphName; name: string; value: ReactNode }) {
  return (
    <span className={`past-number word-${glyph}`}>
      <Glyph name={glyph} /> {name} <b className="num">{value}</b>
    </span>
  )
}

/** The title of the window says that this is not the present. */
function usePastTitle(word: string): void {
  useEffect(() => {
    const before = document.title
    document.title = `${word} ${before}`
    return () => {
      document.title = before
    }
  }, [word])
}

/** In place of the numbers of the present: which moment is shown, its numbers, and the way back. */
export function PastBar({ time, busy, short }: { time: number; busy: boolean; short: boolean }) {
  const { t } = useText()
  const now = useNow(60_000)
  const { online, offline, fault } = useMap((state) => state.counts)
  usePastTitle(t('past.word'))
  return (
    <section className="map-float past-bar" aria-label={t('past.word')} data-testid="past-bar" aria-busy={busy}>
      <Icon name="history" size={18} />
      {!short && <span className="t2">{t('past.word')}</span>}
      <b className="past-moment num">{showTime(time, '{m}-{d} {h}:{i}')}</b>
      {!short && <span className="t2">{showAge(time, now)}</span>}
      <Count glyph="online" name={t('enum.deviceStatus.ONLINE')} value={formatNumber(online, 0)} />
      <Count glyph="offline" name={t('enum.deviceStatus.OFFLINE')} value={formatNumber(offline, 0)} />
      {!short && <Count glyph="level3" name={t('map.fault')} value={formatNumber(fault, 0)} />}
      <span className="grow" />
      {!short && <span className="t2">{t('past.noCommands')}</span>}
      <Button kind="command" onClick={() => showMoment(null)} data-testid="past-leave">
        {t('past.leave')}
      </Button>
    </section>
  )
}
