import { type DeviceCounter, deviceCounters, type ProductPoint } from '@sluice/contract'
import { useState } from 'react'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { faceIn } from '../../../domain/metric/points.ts'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { CounterForm } from './counter-form.tsx'
import './meter.css'

interface Props {
  deviceId: string
  /** The points of its product: how its counters are written. */
  faces: readonly ProductPoint[]
}

function Counter({ one, faces, onEdit }: { one: DeviceCounter; faces: Props['faces']; onEdit?: () => void }) {
  const { t } = useText()
  const { key, digits, perPulse, since, productEnd, productPerPulse } = one
  const face = faceIn(faces, key)
  const { unit = '' } = face
  return (
    <li className="meter-line">
      <span>{metricLabel(key, face)}</span>
      <span className="num">
        {digits === null
          ? t('counter.endOfProduct', { end: formatNumber(productEnd, 0), unit })
          : t('counter.ends', { n: digits, end: formatNumber(10 ** digits, 0), unit })}
      </span>
      <span className="num">
        {perPulse === null
          ? t('counter.pulseOfProduct', { value: productPerPulse, unit })
          : t('counter.pulse', { value: perPulse, unit })}
      </span>
      {since && <span className="t3">{t('counter.since', { time: showTime(since) })}</span>}
      {onEdit && (
        <Button kind="link" onClick={onEdit}>
          {t('action.edit')}
        </Button>
      )}
    </li>
  )
}

/** How the counters of a device count; nothing for one that counts nothing. */
export function CounterSection({ deviceId, faces }: Props) {
  const { t } = useText()
  const may = usePermission(['device:setCounter'])
  const { data } = useAnswer(deviceCounters, { deviceId }, { silent: true })
  const [edited, setEdited] = useState<DeviceCounter | null>(null)
  if (!data || data.length === 0) return null
  return (
    <Section label={t('counter.title')} title={t('counter.title')}>
      <ul className="meter-list">
        {data.map((one) => (
          <Counter key={one.key} one={one} faces={faces} {...(may ? { onEdit: () => setEdited(one) } : {})} />
        ))}
      </ul>
      {edited && <CounterForm deviceId={deviceId} counter={edited} faces={faces} onClose={() => setEdited(null)} />}
    </Section>
  )
}
