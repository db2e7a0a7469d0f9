import { deviceReplacements, type RepairRow } from '@sluice/contract'
import { UnitExchanges } from '../../domain/exchange/unit-exchanges.tsx'
import { useFaces } from '../../domain/metric/points.ts'
import { useAnswer } from '../../lib/api/answer.ts'
import { useText } from '../../lib/text/text.ts'
import { Section } from '../../parts/section/section.tsx'

/** The units that were exchanged by an order; nothing where none was. */
export function OrderExchanges({ row: { id, deviceId, productId, newSerialNo } }: { row: RepairRow }) {
  const { t } = useText()
  const asked = newSerialNo === null ? null : { deviceId }
  const { data } = useAnswer(deviceReplacements, asked, { silent: true, follows: [newSerialNo] })
  const faceOf = useFaces(productId)
  const own = data?.replacements.filter(({ repairId }) => repairId === id) ?? []
  if (own.length === 0) return null
  return (
    <Section title={t('exchange.title')} label={t('exchange.title')}>
      <UnitExchanges exchanges={own} faceOf={faceOf} />
    </Section>
  )
}
