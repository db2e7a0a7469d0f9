import type { Command, Waiting, WaitingItem, WaitingSign } from '@sluice/contract'
import { useEffect, useState } from 'react'
import { useTaking } from '../../domain/waiting/taking.ts'
import { detailOf, keyOf, SIGN_FACES, titleOf } from '../../domain/waiting/waiting.ts'
import { showAge, useNow } from '../../lib/time/clock.ts'
import { useCurrentStates } from '../../domain/state/current-state.ts'
import { hasEnded } from '../../domain/command/commands.ts'
import { formatNumber, MISSING } from '../../lib/text/reading-format.ts'
import { stopwatch } from '../../lib/time/stopwatch.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { positionOf } from '../../domain/command/valve-position.ts'
import { Glyph } from '../../parts/icon/glyphs.tsx'

/** At most this many are listed: the number in the heading counts all. */
const COMMANDS_SHOWN = 4
/** Healthy areas fill the list up to this; one in trouble is always shown. */
const AREAS_SHOWN = 6
/** More than a column has room for beside the other parts: two, then three, without their bars. */
const ONE_COLUMN = 6
const TWO_COLUMNS = 24
const NOTHING: readonly WaitingItem[] = []

function WaitingLine({ item, marked }: { item: WaitingItem; marked: boolean }) {
  const now = useNow(10_000)
  const { glyph, tone } = SIGN_FACES[item.sign]
  return (
    <li className={marked ? 'wall-row marked' : 'wall-row'} data-sign={item.sign} aria-current={marked || undefined}>
      <span className={`side-glyph tone-${tone}`}>
        <Glyph name={glyph} />
      </span>
      <b className="clip">{titleOf(item)}</b>
      <span className="clip">{detailOf(item)}</span>
      <small className="num t3">{showAge(item.since, now)}</small>
    </li>
  )
}

/** The wall has no controls: arrows mark a row, `a` takes what it says. Returns the marked one. */
function useMarked(list: readonly WaitingItem[]): WaitingItem | null {
  const [key, setKey] = useState<string | null>(null)
  const { mayTake, take } = useTaking()
  const at = list.findIndex((item) => keyOf(item) === key)
  useEffect(() => {
    if (!mayTake) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const next = way === undefined ? undefined : list[Math.min(Math.max(at + way, 0), list.length - 1)]
      if (next) setKey(keyOf(next))
      if (event.key.toLowerCase() === 'a' && list[at]) take(list[at])
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
  return list[at] ?? null
}

/** What waits for somebody, the most urgent first: as many as there is room for. */
export function AttentionPart({ waiting }: { waiting: Waiting | undefined }) {
  const { t } = useText()
  const now = useNow(10_000)
  const list = waiting?.list ?? NOTHING
  const marked = useMarked(list)
  // The oldest is known only when all of them are.
  const oldest =
    list.length > 0 && list.length === waiting?.total
      ? list.reduce((first, { since }) => (since < first ? since : first), list[0]!.since)
      : null
  return (
    <section className="wall-part wall-attention" data-testid="wall-attention">
      <header>
        <h2>{t('map.attention')}</h2>
        <p className="num">
          {waiting?.total ?? MISSING}
          {waiting !== undefined && waiting.taken > 0 && <> · {t('waiting.alsoTaken', { n: waiting.taken })}</>}
          {oldest && <> · {t('wall.oldest', { age: showAge(oldest, now) })}</>}
        </p>
      </header>
      {waiting?.total === 0 && <p className="wall-none">{t('map.allWell')}</p>}
      <ul>
        {list.map((item) => (
          <WaitingLine key={keyOf(item)} item={item} marked={item === marked} />
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
export function CommandsPart({ commands }: { commands: readonly Command[] }) {
  const { t } = useText()
  const now = useNow(1000)
  const shown = commands.toSorted(givenUpFirst).slice(0, COMMANDS_SHOWN)
  const openingOf = usePositions(shown.map(({ deviceId }) => deviceId))
  return (
    <section className="wall-part" data-testid="wall-commands">
      <header>
        <h2>{t('wall.commands')}</h2>
        <p className="num">{commands.length}</p>
      </header>
      {commands.length === 0 && <p className="wall-none">{t('wall.noCommands')}</p>}
      <ul>
        {shown.map((command) => {
          const ring = hasEnded(command) ? 'unconfirmed' : 'pending'
          const tone = command.status === 'EXECUTING' ? 'moving' : ring
          return (
            <li key={command.id} className={`wall-row wall-command ${ring}`} data-ring={ring}>
              <span className={`side-glyph tone-${ring}`}>
                <Glyph name={ring} />
              </span>
              <b className="clip">{command.deviceName}</b>
              <span className="num">
                <strong>
                  <Percent opening={openingOf(command.deviceId)} />
                </strong>
                <span className="wall-asked">
                  <span aria-hidden="true">⇢</span> <Percent opening={command.target?.opening} />
                </span>
              </span>
              <small className={`num word-${tone}`}>
                {byName(`enum.commandStatus.${command.status}`)} {stopwatch(now - Date.parse(command.createTime))}
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
  count: { online: number; offline: number }
  waiting: { total: number; sign: WaitingSign } | null
}

const rateOf = ({ count: { online, offline } }: Area) =>
  online + offline === 0 ? null : (100 * online) / (online + offline)

const isTroubled = (area: Area) => area.waiting !== null || area.count.offline > 0

/** Every area in trouble, the worst rate first, then healthy ones as far as there is room. */
function areasShown(areas: readonly Area[]): readonly Area[] {
  const byRate = areas.toSorted((a, b) => (rateOf(a) ?? 101) - (rateOf(b) ?? 101))
  const troubled = byRate.filter(isTroubled)
  const healthy = byRate.filter((area) => !isTroubled(area))
  return [...troubled, ...healthy.slice(0, Math.max(0, AREAS_SHOWN - troubled.length))]
}

function columnsFor(count: number): 1 | 2 | 3 {
  if (count <= ONE_COLUMN) return 1
  return count <= TWO_COLUMNS ? 2 : 3
}

/** The share of online devices among those that have ever reported, by area. */
export function AreasPart({ areas }: { areas: readonly Area[] }) {
  const { t } = useText()
  if (areas.length === 0) return null
  const shown = areasShown(areas)
  return (
    <section className="wall-part wall-areas" data-testid="wall-areas">
      <header>
        <h2>{t('wall.areas')}</h2>
      </header>
      <ul data-columns={columnsFor(shown.length)}>
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
              <span
                className={
                  area.waiting ? `num area-faults word-${SIGN_FACES[area.waiting.sign].glyph}` : 'num area-faults'
                }
              >
                {area.waiting && (
                  <>
                    <Glyph name={SIGN_FACES[area.waiting.sign].glyph} /> {area.waiting.total}
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
