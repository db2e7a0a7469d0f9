import { deviceRefusals } from '@sluice/contract'
import { useAnswer } from '../../lib/api/answer.ts'
import { useText } from '../../lib/text/text.ts'
import { Age } from '../../parts/reading/reading.tsx'

/** Recent refusals of this device, or of senders that use its identity; nothing without any. */
export function DeviceRefusals({ deviceId }: { deviceId: string }) {
  const { t, byName } = useText()
  const refusals = useAnswer(deviceRefusals, { deviceId }, { everyMs: 30_000 })
  if (!refusals.data || refusals.data.length === 0) return null
  return (
    <div className="device-refusals" data-testid="device-refusals">
      <h3 className="part-title">{t('refusal.recent')}</h3>
      <ul>
        {refusals.data.map(({ lastTime, remote, reason, count }) => (
          <li key={`${remote} ${reason}`}>
            <b>{byName(`enum.refusalReason.${reason}`)}</b>
            <span className="mono t2">{remote || t('refusal.anywhere')}</span>
            <span className="num t2">{t('refusal.times', { n: count })}</span>
            <Age time={lastTime} />
            <small className="t3">{byName(`refusal.hint.${reason}`)}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
