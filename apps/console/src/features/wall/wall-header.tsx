import type { ReactNode } from 'react'
import { displayZone, showSince, showTime, useNow } from '../../lib/time/clock.ts'
import { safeImage, useSession } from '../../lib/access/session.ts'
import { useSite } from '../../lib/page/site.ts'
import { useText } from '../../lib/text/text.ts'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Logo } from '../../parts/icon/logo.tsx'
import { SafePicture } from '../../parts/safe-picture.tsx'
import { type Trouble, troubleText } from './trouble.ts'

/** A red frame shows that the time goes on while the data is old (docs/spec/look.md#7). */
function Clock({ trouble }: { trouble: Trouble | null }) {
  const { t, language } = useText()
  const now = useNow(1000)
  const day = new Intl.DateTimeFormat(language, {
    timeZone: displayZone(),
    month: language === 'zh-CN' ? 'long' : 'short',
    day: 'numeric',
    weekday: 'short',
  }).format(now)
  const since = trouble?.since
  return (
    <div className={trouble ? 'wall-clock stopped num' : 'wall-clock num'} data-testid="wall-clock">
      <b>{showTime(now, '{h}:{i}:{s}')}</b>
      <span>{since ? t('wall.stopped', { time: showSince(since, now) }) : day}</span>
    </div>
  )
}

function SiteName() {
  const { t } = useText()
  const site = useSite()
  const logo = useSession((session) => session.logo) ?? safeImage(site.logo)
  const webName = useSession((session) => session.webName) || site.webName
  return (
    <h1 className="wall-name">
      <SafePicture address={logo} className="wall-logo" fallback={<Logo size={36} />} />
      <span className="clip">{webName || t('site.title')}</span>
    </h1>
  )
}

/** Name, numbers, clock; below them a line while the shown data is not current. */
export function WallHeader({ kpis, trouble }: { kpis: ReactNode; trouble: Trouble | null }) {
  useText()
  const now = useNow(60_000)
  return (
    <header className="wall-head">
      <div className="wall-strip">
        <SiteName />
        {kpis}
        <Clock trouble={trouble} />
      </div>
      <div role="status" data-testid="wall-trouble" data-kind={trouble?.kind}>
        {trouble && (
          <p className="wall-trouble">
            <Glyph name="level4" />
            {troubleText(trouble, showSince(trouble.since, now))}
          </p>
        )}
      </div>
    </header>
  )
}
