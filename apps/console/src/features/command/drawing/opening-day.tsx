import type { Command } from '@sluice/contract'
import { DayPicture } from '../../../domain/series/day-picture.tsx'
import { useDay } from '../../../domain/series/use-day.ts'
import { useText } from '../../../lib/text/text.ts'
import { askedLine } from './day-lines.ts'

/**
 * The day's reported opening as a solid and the commanded one as a dashed line; the space between them matters
 * (docs/spec/look.md#4).
 */
export function OpeningDay(props: { deviceId: string; commands: readonly Command[]; opening: number | null }) {
  const { t } = useText()
  const day = useDay(props.deviceId, 'opening', props.opening)
  if (!day || day.points.length === 0) return null
  return (
    <section aria-label={t('panel.day')}>
      <h3 className="day-head">
        {t('panel.day')}
        <span className="grow" />
        <span className="day-key solid">{t('drawing.reported')}</span>
        <span className="day-key dashed">{t('drawing.command')}</span>
      </h3>
      <DayPicture
        {...day}
        metric="opening"
        asked={askedLine(props.commands, day.from, day.to)}
        label={t('panel.dayPicture', { n: day.points.length })}
      />
    </section>
  )
}
