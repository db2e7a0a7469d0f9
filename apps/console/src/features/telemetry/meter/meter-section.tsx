import { deviceReplacements, type MeterExchange, meterExchanges, type ProductPoint } from '@sluice/contract'
import { useState } from 'react'
import { UnitExchanges } from '../../../domain/exchange/unit-exchanges.tsx'
import { faceIn } from '../../../domain/metric/points.ts'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { measureText, shownUnit } from '../../../lib/text/units.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { MeterForm } from './meter-form.tsx'
import './meter.css'

interface SectionProps {
  deviceId: string
  /** The points of its product: how its counters are written. */
  faces: readonly ProductPoint[]
}

function Exchange({ one, faces }: { one: MeterExchange; faces: readonly ProductPoint[] }) {
  const { t } = useText()
  const face = faceIn(faces, one.key)
  const unit = shownUnit(face.unit)
  const meter = (no: string | null, reading: number) => (
    <span className="num">
      {no && <span className="t2">{no} </span>}
      {measureText(reading, face)}
      {unit && <span className="unit">{unit}</span>}
    </span>
  )
  return (
    <li className="meter-line">
      <time className="num t2" dateTime={one.time}>
        {showTime(one.time)}
      </time>
      <span>{metricLabel(one.key)}</span>
      <span className="meter-step">
        {meter(one.oldMeterNo, one.oldLast)}
        <span aria-hidden="true">→</span>
        {meter(one.newMeterNo, one.newFirst)}
      </span>
      <span className="t3">
        {t('meter.by')} {one.byName ?? MISSING}
        {one.remark && ` · ${one.remark}`}
      </span>
    </li>
  )
}

/** The meters that gave their place to others; nothing for a device that counts nothing. */
export function MeterSection({ deviceId, faces }: SectionProps) {
  const { t } = useText()
  const may = usePermission(['device:exchangeMeter'])
  const { data } = useAnswer(meterExchanges, { deviceId }, { silent: true })
  const units = useAnswer(deviceReplacements, { deviceId }, { silent: true }).data?.replacements ?? []
  const [open, setOpen] = useState(false)
  if (!data || (data.counters.length === 0 && data.exchanges.length === 0 && units.length === 0)) return null
  const canWrite = may && data.counters.length > 0
  return (
    <Section
      label={t('meter.title')}
      title={t('meter.title')}
      beside={canWrite && <Button onClick={() => setOpen(true)}>{t('meter.exchange')}</Button>}
    >
      {units.length > 0 && <UnitExchanges exchanges={units} faceOf={(key) => faceIn(faces, key)} />}
      {data.exchanges.length === 0 && units.length > 0 ? null : data.exchanges.length === 0 ? (
        <EmptyState icon="clock" text={t('meter.none')} hint={t('meter.noneHint')} />
      ) : (
        <ol className="meter-list">
          {data.exchanges.map((one) => (
            <Exchange key={one.id} one={one} faces={faces} />
          ))}
        </ol>
      )}
      {open && <MeterForm deviceId={deviceId} counters={data.counters} faces={faces} onClose={() => setOpen(false)} />}
    </Section>
  )
}
