import { deviceResource, type DeviceRow, type FaultRow, type FaultTrigger } from '@sluice/contract'
import { Link } from 'react-router'
import { useMetricCatalogue } from '../../domain/metric/metric-catalogue.ts'
import { usePermission } from '../../lib/access/access.tsx'
import { useRow } from '../../lib/api/answer.ts'
import { useText } from '../../lib/text/text.ts'
import { useUnits } from '../../lib/text/units.ts'
import { showSince, useNow } from '../../lib/time/clock.ts'
import { CauseAndRemedy } from './cause-and-remedy.tsx'
import { raisedText } from '../../domain/limit/limit-text.ts'
import { ValuesThen } from './values-then.tsx'
import './cause-and-remedy.css'

const SEES_DEVICES = ['device:list']
const SEES_LIMITS = ['alarmLimit:list']
const MINUTE_MS = 60_000

interface RaisedProps {
  trigger: FaultTrigger
  /** Undefined until it is known, null where it cannot be. */
  productId: string | null | undefined
}

/** The limit, and the value that was beyond it: not before its unit is known. */
function RaisedBy({ trigger, productId }: RaisedProps) {
  const { t } = useText()
  useUnits()
  const now = useNow(MINUTE_MS)
  const mayOpen = usePermission(SEES_LIMITS)
  const { metricOf, pending } = useMetricCatalogue()
  const { key, since } = trigger
  const isKnown = !pending && productId !== undefined
  return (
    <section aria-label={t('limit.raisedBy')}>
      <h4>{t('limit.raisedBy')}</h4>
      <p className="row wrap">
        <span className="num">
          {isKnown && raisedText(trigger, metricOf(key, productId), showSince(Date.parse(since), now))}
        </span>
        {mayOpen && (
          <Link className="link" to={`/configuration/alarm?${new URLSearchParams({ key })}`}>
            {t('limit.open')}
          </Link>
        )}
      </p>
    </section>
  )
}

/** What was seen and what was expected of a fault that no limit found: in the words of the server. */
function SeenAt({ fault: { valueAtStart, thresholdText } }: { fault: FaultRow }) {
  const { t } = useText()
  return (
    <section aria-label={t('limit.raisedBy')}>
      <h4>{t('limit.raisedBy')}</h4>
      <p className="num">{t('limit.seen', { value: valueAtStart ?? '', limit: thresholdText ?? '' })}</p>
    </section>
  )
}

/** The device of a fault, which knows the product that its values are written by; undefined until it is there. */
export function useDeviceOf({ deviceId }: FaultRow): { device: DeviceRow | undefined; pending: boolean } {
  const mayAsk = usePermission(SEES_DEVICES)
  const { data, isLoading } = useRow(deviceResource, mayAsk ? deviceId : null, { silent: true })
  return { device: data, pending: isLoading }
}

/**
 * What raised a fault, what usually causes it, what to check (without `steps` that stands elsewhere), and the values of
 * its device when it began.
 */
export function FaultWhy({ fault, steps = true }: { fault: FaultRow; steps?: boolean }) {
  const { cause, trigger } = fault
  // Where the steps stand beside, a fault without a usual cause says nothing of it.
  const remedy = steps ? fault.remedy : null
  const { device, pending } = useDeviceOf(fault)
  return (
    <div className="fault-why">
      {trigger && <RaisedBy trigger={trigger} productId={pending ? undefined : (device?.productId ?? null)} />}
      {!trigger && fault.valueAtStart && <SeenAt fault={fault} />}
      {(steps || cause) && <CauseAndRemedy cause={cause} remedy={remedy} />}
      {!pending && <ValuesThen fault={fault} device={device} />}
    </div>
  )
}
