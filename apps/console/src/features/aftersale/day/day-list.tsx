import { type LngLat, REPAIR_OPEN, repairRecordResource, type ListedRow } from '@sluice/contract'
import { Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { usePage } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { type MapStop, StopsMap } from '../../../parts/stops-map.ts'
import { MOST_OWN } from '../field/kept-orders.ts'
import { lengthText } from '../length-text.ts'
import { TimeLeft } from '../time-left.tsx'
import { byWay, placeOfWork, type Stop, wayOf } from './day.rules.ts'

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

type Order = ListedRow<typeof repairRecordResource>
type Orders = readonly Stop<Order>[]

/** Those with a place, by their number in the list. */
const onMap = (stops: Orders): MapStop[] =>
  stops.flatMap(({ order: { id, place, level, deviceIdName, repairNo } }, at) =>
    place ? [{ id, n: at + 1, place, level, name: deviceIdName ?? repairNo }] : [],
  )

/** One order of the day: number, device, time that is left. */
function StopLine({ stop: { order: row, metres }, n, chosen }: { stop: Stop<Order>; n: number; chosen: boolean }) {
  return (
    <li data-stop={row.id} className={chosen ? 'chosen' : ''} aria-current={chosen ? 'location' : undefined}>
      <b className="num">{n}</b>
      <Link to={`/aftersale/repair-record/${row.id}`}>
        <Glyph name={levelGlyph(row.level)} toned /> {row.deviceIdName ?? row.repairNo}
      </Link>
      <TimeLeft row={row} />
      <span className="t3 clip">
        {[byName(`enum.repairStatus.${row.status}`), metres === null ? null : lengthText(metres), row.problem]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  )
}

/** The way on the map and in the list: a tap on a number marks its order. */
function Way({ orders, here }: { orders: readonly Order[]; here: LngLat | null }) {
  const { t } = useText()
  const drawMap = useContext(StopsMap)
  const list = useRef<HTMLOListElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const stops = useMemo(() => byWay(orders, here ?? placeOfWork(orders)), [orders, here])
  const places = useMemo(() => onMap(stops), [stops])
  const way = wayOf(stops)
  useEffect(() => {
    if (chosen !== null) list.current?.querySelector(`[data-stop="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <>
      <p className="t3">
        {way > 0 ? t('repair.day.way', { n: stops.length, way: lengthText(way) }) : t('repair.day.byTime')}
      </p>
      <div className="repair-way">
        {drawMap && places.length > 0 && (
          <Suspense fallback={<WaitBlocks rows={4} />}>
            {drawMap({ stops: places, from: here, chosen, onChoose: setChosen })}
          </Suspense>
        )}
        <ol ref={list} className="repair-day">
          {stops.map((stop, at) => (
            <StopLine key={stop.order.id} stop={stop} n={at + 1} chosen={stop.order.id === chosen} />
          ))}
        </ol>
      </div>
    </>
  )
}

/** The open orders of a person in the order of the way, from here or from where they work. */
export function DayList({ userId }: { userId: string }) {
  const { t } = useText()
  const { here, isRefused, ask } = useHere()
  const own = { assigneeId: userId, status: REPAIR_OPEN.join(','), limit: MOST_OWN }
  const query = usePage(repairRecordResource, own)
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
      <Fetched query={query}>{({ list }) => <Way orders={list} here={here} />}</Fetched>
    </Section>
  )
}
