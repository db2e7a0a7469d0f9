import { faultResource, type FaultRow, faultStory } from '@sluice/contract'
import { useAnswer } from '../../lib/api/answer.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { showTime } from '../../lib/time/clock.ts'
import { DetailLink } from '../../parts/detail-link.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { Glyph, levelGlyph } from '../../parts/icon/glyphs.tsx'
import './consequence-rows.css'

/** What a fault explains, indented under it; nothing can be done to these by themselves. */
export function ConsequenceRows({ fault }: { fault: FaultRow }) {
  const { t } = useText()
  const follows = [faultResource.name, fault.version, fault.consequences]
  const story = useAnswer(faultStory, { id: fault.id }, { follows, keep: true })
  return (
    <section className="consequence-rows" aria-label={t('faultPage.consequences')}>
      <h4>
        {t('faultPage.consequences')}{' '}
        <span className="t3 num">{t('faultPage.consequenceCount', { n: fault.consequences })}</span>
      </h4>
      <Fetched query={story}>
        {({ consequences, consequenceCount }) => (
          <ul>
            {consequences.map(({ id, deviceName, code, level, firstTime }) => (
              <li key={id}>
                <Glyph name={levelGlyph(level)} toned />
                <DetailLink resource="fault" id={id}>
                  {deviceName}
                </DetailLink>
                <span className="clip">{byName(`fault.${code}`, code)}</span>
                <span className="t3 num">{showTime(firstTime, '{m}-{d} {h}:{i}')}</span>
              </li>
            ))}
            {consequenceCount > consequences.length && (
              <li>
                <DetailLink resource="fault" id={fault.id}>
                  {t('fault.consequencesMore', { n: consequenceCount - consequences.length })}
                </DetailLink>
              </li>
            )}
          </ul>
        )}
      </Fetched>
    </section>
  )
}
