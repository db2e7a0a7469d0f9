import { type LngLat, REPAIR_OPEN, repairRecordResource } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { saidMetres } from '../../../domain/metres.ts'
import { pageOf } from '../../../lib/api/resource-calls.ts'
import { byName, t as say, useText } from '../../../lib/text/text.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { MOST_OWN } from '../field/kept-orders.ts'
import { TimeLeft } from '../time-left.tsx'
import { byWay, placeOfWork, wayOf } from './day.rules.ts'

const KILOMETRE = 1000
const lengthText = (metres: number) =>
  metres < KILOMETRE
    ? say('repair.day.metres', { m: saidMetres(metres) })
    : say('repair.day.kilometres', { km: formatNumber(metres / KILOMETRE, 1) })

/** Where the telephone is; asked only when somebody presses for it. */
function useHere() {
  const [here, setHere] = useState<LngLat | null>(null)
  const [isRefused, setRefused] = useState(false)
  const ask = () => {
    const places = navigator.geolocation as Geolocation | undefined
    if (!places) return setRefused(true)
    places.getCurrentPosition(
      ({ coords }) => {
        setRefused(false)
        setHere([coords.longitude, coords.latitude])
      },
      () => setRefused(true),
      { enableHighAccuracy: true, timeout: 10_000 },
    )
  }
  return { here, isRefused, ask }
}

/** The open orders of a person in the order of the way, from here or from where they work. */
export function DayList({ userId }: { userId: string }) {
  const { t } = useText()
  const { here, isRefused, ask } = useHere()
  const own = { assigneeId: userId, status: REPAIR_OPEN.join(','), limit: MOST_OWN }
  const query = useQuery({
    queryKey: ['day', repairRecordResource.name, userId],
    queryFn: async ({ signal }) => (await pageOf(repairRecordResource, own, { inPlace: true, signal })).list,
  })
  return (
    <Section
      title={t('repair.day.title')}
      label={t('repair.day.title')}
      beside={<Button onClick={ask}>{t('repair.day.fromHere')}</Button>}
    >
      {isRefused && (
        <p className="t3" role="status">
          {t('repair.day.refused')}
        </p>
      )}
      <Fetched query={query}>
        {(orders) => {
          const stops = byWay(orders, here ?? placeOfWork(orders))
          const way = wayOf(stops)
          return (
            <>
              <p className="t3">
                {way > 0 ? t('repair.day.way', { n: stops.length, way: lengthText(way) }) : t('repair.day.byTime')}
              </p>
              <ol className="repair-day">
                {stops.map(({ order: row, metres }, n) => (
                  <li key={row.id}>
                    <b className="num">{n + 1}</b>
                    <Link to={`/aftersale/repair-record/${row.id}`}>
                      <Glyph name={levelGlyph(row.level)} toned /> {row.deviceIdName ?? row.repairNo}
                    </Link>
                    <TimeLeft row={row} />
                    <span className="t3 clip">
                      {[
                        byName(`enum.repairStatus.${row.status}`),
                        metres === null ? null : lengthText(metres),
                        row.problem,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )
        }}
      </Fetched>
    </Section>
  )
}
