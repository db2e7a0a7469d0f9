import type { FaultStory, OtherFault } from '@sluice/contract'
import type { CSSProperties } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { showAge, showTime, useNow } from '../../../lib/time/clock.ts'
import { DetailLink } from '../../../parts/detail-link.tsx'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { StateChip } from '../../../parts/reading/status-chip.tsx'

const DAYS_MS = 90 * 86_400_000
const MINUTE_MS = 60_000

function Other({ fault }: { fault: OtherFault }) {
  useText()
  const { id, deviceName, code, level, conditionState } = fault
  return (
    <li className="other-fault">
      <Glyph name={levelGlyph(level)} toned />
      <span className="grow clip">
        <DetailLink resource="fault" id={id}>
          {deviceName}
        </DetailLink>{' '}
        {byName(`fault.${code}`, code)}
      </span>
      {conditionState === 'CLEARED' && <StateChip tone="online" text={byName('enum.conditionState.CLEARED')} />}
    </li>
  )
}

/** What this fault explains, and what explains it. */
export function FaultConsequences({ story }: { story: FaultStory }) {
  const { t } = useText()
  const { cause, consequences, consequenceCount } = story
  return (
    <>
      {cause && (
        <Section label={t('faultPage.cause')} title={t('faultPage.cause')}>
          <ul className="other-faults">
            <Other fault={cause} />
          </ul>
        </Section>
      )}
      {consequenceCount > 0 && (
        <Section
          className="fault-consequences"
          label={t('faultPage.consequences')}
          title={t('faultPage.consequences')}
          beside={<span className="t3 num">{t('faultPage.consequenceCount', { n: consequenceCount })}</span>}
        >
          <ul className="other-faults">
            {consequences.map((one) => (
              <Other key={one.id} fault={one} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** Faults of 90 days on a line of time, each leading to its page, and what was done about the last. */
function Strip({ label, faults }: { label: string; faults: readonly OtherFault[] }) {
  const { t } = useText()
  const now = useNow(MINUTE_MS)
  const last = faults.find(({ handleNote }) => handleNote)
  return (
    <div className="similar">
      <p className="similar-head">
        <span>{label}</span>
        <b className="num">{faults.length > 0 ? t('faultPage.times', { n: faults.length }) : t('faultPage.none')}</b>
      </p>
      {faults.length > 0 && (
        <ul className="similar-line" aria-label={label}>
          {faults.map(({ id, code, level, deviceName, firstTime }) => {
            const said = `${showTime(firstTime, '{m}-{d} {h}:{i}')} ${deviceName} ${byName(`fault.${code}`, code)}`
            const at = 1 - Math.min(1, Math.max(0, (now - Date.parse(firstTime)) / DAYS_MS))
            return (
              <li key={id} title={said} style={{ '--at': at } as CSSProperties}>
                <DetailLink resource="fault" id={id}>
                  <Glyph name={levelGlyph(level)} toned />
                  <span className="sr-only">{said}</span>
                </DetailLink>
              </li>
            )
          })}
        </ul>
      )}
      {last && (
        <p className="similar-last">
          {t('faultPage.lastDone', {
            time: showAge(last.firstTime, now),
            device: last.deviceName,
            note: last.handleNote,
          })}
        </p>
      )}
    </div>
  )
}

/** How often it happened here and to others of the model, and what helped. */
export function SimilarFaults({ story }: { story: FaultStory }) {
  const { t } = useText()
  return (
    <Section
      className="fault-similar"
      label={t('faultPage.similar')}
      title={t('faultPage.similar')}
      beside={<span className="t3">{t('faultPage.similarSpan')}</span>}
    >
      <Strip label={t('faultPage.ofDevice')} faults={story.ofDevice} />
      <Strip label={t('faultPage.ofProduct')} faults={story.ofProduct} />
    </Section>
  )
}
