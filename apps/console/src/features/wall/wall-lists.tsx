import type { Command, DashboardSummary } from '@sluice/contract'
import { showAge, useNow } from '../../lib/time/clock.ts'
import { useCurrentStates } from '../../domain/current-state.ts'
import { hasEnded } from '../../domain/commands.ts'
import { formatNumber, MISSING } from '../../lib/text/reading-format.ts'
import { stopwatch } from '../../lib/time/stopwatch.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { positionOf } from '../../domain/valve-position.ts'
import { Glyph, levelGlyph } from '../../parts/icon/glyphs.tsx'

/** At most this many are listed: the number in the heading counts all. */
const ORDERS_SHOWN = 4
const AREAS_SHOWN = 6

/** What needs attention, worst first: as many as there is room for. */
export function AttentionPart({ summary }: { summary: DashboardSummary | undefined }) {
  const { t } = useText()
  const now = useNow(10_000)
  const attention = summary?.attention ?? []
  // The oldest is known only when all of them are.
  const oldest =
    attention.length > 0 && attention.length === summary?.openFaults
      ? attention.reduce((first, { firstTime }) => (firstTime < first ? firstTime : first), attention[0]!.firstTime)
      : null
  return (
    <section className="wall-part wall-attention" data-testid="wall-attention">
      <header>
        <h2>{t('map.attention')}</h2>
        <p className="num">
          {summary?.openFaults ?? MISSING}
          {oldest && <> · {t('wall.oldest', { age: showAge(oldest, now) })}</>}
        </p>
      </header>
      {summary && attention.length === 0 && <p className="wall-none">{t('map.allWell')}</p>}
      <ul>
        {attention.map(({ deviceId, name, code, level, firstTime }) => (
          <li key={`${deviceId} ${code}`} className="wall-row" data-level={level}>
            <span className={`side-glyph tone-level${level}`}>
              <Glyph name={levelGlyph(level)} />
            </span>
            <b className="clip">{name}</b>
            <span className="clip">
              {code} {byName(`fault.${code}`, '')}
            </span>
            <small className="num t3">{showAge(firstTime, now)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The reported positions of these valves: from the first fetch, then from the live channel. */
function usePositions(ids: readonly string[]): (deviceId: string) => number | null {
  const states = useCurrentStates(ids, { silent: true })
  return (deviceId) => positionOf(states[deviceId]).opening
}

const givenUpFirst = (a: Command, b: Command) =>
  Number(hasEnded(b)) - Number(hasEnded(a)) || b.createTime.localeCompare(a.createTime)

function Percent({ opening }: { opening: number | null | undefined }) {
  if (opening === null || opening === undefined) return MISSING
  return (
    <>
      {formatNumber(opening, 0)}
      <span className="unit">%</span>
    </>
  )
}

/** Unproven commands: the reported position is solid, the commanded one behind the arrow (docs/spec/look.md#1). */
export function OrdersPart({ orders }: { orders: readonly Command[] }) {
  const { t } = useText()
  const now = useNow(1000)
  const shown = orders.toSorted(givenUpFirst).slice(0, ORDERS_SHOWN)
  const openingOf = usePositions(shown.map(({ deviceId }) => deviceId))
  return (
    <section className="wall-part" data-testid="wall-orders">
      <header>
        <h2>{t('wall.orders')}</h2>
        <p className="num">{orders.length}</p>
      </header>
      {orders.length === 0 && <p className="wall-none">{t('wall.noOrders')}</p>}
      <ul>
        {shown.map((order) => {
          const ring = hasEnded(order) ? 'unconfirmed' : 'pending'
          const tone = order.status === 'EXECUTING' ? 'moving' : ring
          return (
            <li key={order.id} className={`wall-row wall-order ${ring}`} data-ring={ring}>
              <span className={`side-glyph tone-${ring}`}>
                <Glyph name={ring} />
              </span>
              <b className="clip">{order.deviceName}</b>
              <span className="num">
                <strong>
                  <Percent opening={openingOf(order.deviceId)} />
                </strong>
                <span className="wall-asked">
                  <span aria-hidden="true">⇢</span> <Percent opening={order.target?.opening} />
                </span>
              </span>
              <small className={`num word-${tone}`}>
                {byName(`enum.commandStatus.${order.status}`)} {stopwatch(now - Date.parse(order.createTime))}
              </small>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export interface Area {
  id: string
  name: string
  count: { online: number; offline: number; fault: number }
}

const rateOf = ({ count: { online, offline } }: Area) =>
  online + offline === 0 ? null : (100 * online) / (online + offline)

/** The share of online devices among those that have ever reported, by area, worst first. */
export function AreasPart({ areas }: { areas: readonly Area[] }) {
  const { t } = useText()
  if (areas.length === 0) return null
  const shown = areas.toSorted((a, b) => (rateOf(a) ?? 101) - (rateOf(b) ?? 101)).slice(0, AREAS_SHOWN)
  return (
    <section className="wall-part wall-areas" data-testid="wall-areas">
      <header>
        <h2>{t('wall.areas')}</h2>
      </header>
      <ul>
        {shown.map((area) => {
          const rate = rateOf(area)
          return (
            <li key={area.id} className="area-line">
              <span className="clip">{area.name}</span>
              <span className="area-track" aria-hidden="true">
                <span style={{ width: `${rate ?? 0}%` }} />
              </span>
              <span className="num">
                {rate === null ? MISSING : formatNumber(rate, 1)}
                {rate !== null && <span className="unit">%</span>}
              </span>
              <span className={area.count.fault > 0 ? 'num area-faults some' : 'num area-faults'}>
                {area.count.fault > 0 && (
                  <>
                    <Glyph name="level4" /> {area.count.fault}
                  </>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
