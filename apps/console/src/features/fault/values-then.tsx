import { type DeviceRow, faultMoment, faultResource, type FaultRow, type Reading } from '@sluice/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMetricCatalogue } from '../../domain/metric/metric-catalogue.ts'
import { metricLabel } from '../../domain/metric/metric-label.ts'
import { usePermission } from '../../lib/access/access.tsx'
import { useAnswer } from '../../lib/api/answer.ts'
import { useText } from '../../lib/text/text.ts'
import { shownUnit, useUnits } from '../../lib/text/units.ts'
import { showTime } from '../../lib/time/clock.ts'
import { Button } from '../../parts/button/button.tsx'
import { WaitBlocks } from '../../parts/fetched/wait-blocks.tsx'
import { QualityMark } from '../../parts/reading/quality-mark.tsx'
import { valueText } from '../../parts/reading/reading.tsx'

type Values = Readonly<Record<string, Reading>>

/** So many are shown before somebody asks for the others. */
const AT_FIRST = 12
/** Frames around the moment: clocks of devices and the way of a report differ by less. */
const AROUND_MS = 5 * 60_000
const SEES_FRAMES = ['device:message']

const baseOf = (key: string) => key.split('.')[0]!

/** The metric that raised the fault first, then those of the product in its order, then the others. */
function inOrder(values: Values, first: string | undefined, points: readonly { key: string }[]): [string, Reading][] {
  const rank = (key: string) => {
    if (key === first) return -1
    const at = points.findIndex((point) => point.key === key || point.key === baseOf(key))
    return at < 0 ? points.length : at
  }
  return Object.entries(values).toSorted(([a], [b]) => rank(a) - rank(b))
}

/** The stored frames of a device around its newest value. */
function framesAddress(deviceId: string, values: Values): string {
  const at = Math.max(...Object.values(values).map(({ ts }) => Date.parse(ts)))
  const [startTime, endTime] = [at - AROUND_MS, at + AROUND_MS].map((ms) => new Date(ms).toISOString())
  return `/device/detail/${deviceId}?${new URLSearchParams({ tab: 'messages', startTime: startTime!, endTime: endTime! })}`
}

function Value({ metric, reading, productId }: { metric: string; reading: Reading; productId: string | null }) {
  const known = useMetricCatalogue().metricOf(metric, productId)
  const unit = shownUnit(known?.unit)
  const { v, q, ts } = reading
  return (
    <li>
      <span className="t3">{metricLabel(metric, { name: known?.name })}</span>
      <span className={q === 'BAD' ? 'reading bad' : 'reading'} title={showTime(ts)}>
        {valueText(baseOf(metric), v, known ?? {})}
        {unit && typeof v === 'number' && <span className="unit">{unit}</span>}
      </span>
      <QualityMark quality={q} />
    </li>
  )
}

/** The values of a device when its fault began, and what it answered when it was read because of that. */
export function ValuesThen({ fault, device }: { fault: FaultRow; device: DeviceRow | undefined }) {
  const { t } = useText()
  const moment = useAnswer(faultMoment, { id: fault.id }, { follows: [faultResource.name], silent: true })
  const { pending } = useMetricCatalogue()
  if (moment.isLoading || pending) return <WaitBlocks rows={2} />
  const { values = {}, read = null } = moment.data ?? {}
  return (
    <>
      <KeptValues title={t('limit.valuesThen')} of={values} fault={fault} device={device} />
      {read && (
        <KeptValues
          title={t('limit.valuesRead', { time: showTime(read.ts) })}
          of={read.values}
          fault={fault}
          device={device}
        />
      )}
    </>
  )
}

/** Nothing where none are kept. */
function KeptValues({
  title,
  of,
  fault,
  device,
}: {
  title: string
  of: Values
  fault: FaultRow
  device: DeviceRow | undefined
}) {
  const { t } = useText()
  useUnits()
  const mayRead = usePermission(SEES_FRAMES)
  const [whole, setWhole] = useState(false)
  const { ofProduct } = useMetricCatalogue()
  const productId = device?.productId ?? null
  const values = inOrder(of, fault.trigger?.key, ofProduct(productId))
  if (values.length === 0) return null
  const shown = whole ? values : values.slice(0, AT_FIRST)
  return (
    <section aria-label={title}>
      <h4>{title}</h4>
      <ul className="values-then">
        {shown.map(([key, reading]) => (
          <Value key={key} metric={key} reading={reading} productId={productId} />
        ))}
      </ul>
      <p className="row wrap">
        {shown.length < values.length && (
          <Button kind="link" onClick={() => setWhole(true)}>
            {t('limit.moreValues', { n: values.length - shown.length })}
          </Button>
        )}
        {/* The frames of a slave are those of its master. */}
        {mayRead && device && (
          <Link className="link" to={framesAddress(device.masterId ?? fault.deviceId, Object.fromEntries(values))}>
            {t('limit.frames')}
          </Link>
        )}
      </p>
    </section>
  )
}
