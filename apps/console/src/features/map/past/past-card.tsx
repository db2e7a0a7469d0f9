import type { MapEvents, OutputOf, deviceAt as DeviceAt } from '@sluice/contract'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { showTime } from '../../../lib/time/clock.ts'
import { useCurrentState } from '../../../domain/state/current-state.ts'
import { useFaces } from '../../../domain/metric/points.ts'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Glyph, type GlyphName, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { Reading } from '../../../parts/reading/reading.tsx'
import type { MapDevice } from '../markers/device-store.ts'
import { orderedKeys } from '../markers/reading-order.ts'
import { BODY_FACES } from '../markers/body-words.ts'
import { lookOf } from '../../../domain/command/command-tone.ts'
import { StateChip } from '../../../parts/reading/status-chip.tsx'
import { SPANS_H } from './past.rules.ts'
import { useDeviceThen, usePastEvents } from './use-past.ts'

/** What happened to the device this long before and after the moment. */
const AROUND_MS = 3 * 3_600_000
/** A value of then is as old as it is. */
const NEVER_STALE = Number.POSITIVE_INFINITY

interface Line {
  key: string
  at: number
  glyph: GlyphName
  tone: string
  words: string
}

function linesOf(events: MapEvents | undefined, deviceId: string, time: number): Line[] {
  const commands = (events?.commands ?? [])
    .filter((command) => command.deviceId === deviceId)
    .map(({ id, code, status, createTime }): Line => {
      const words = `${byName(`command.${code}`, code)}, ${byName(`enum.commandStatus.${status}`)}`
      return { key: `c${id}`, at: Date.parse(createTime), ...lookOf({ status }), words }
    })
  const faults = (events?.faults ?? [])
    .filter((fault) => fault.deviceId === deviceId)
    .flatMap(({ id, code, level, firstTime, clearTime }): Line[] => {
      const name = byName(`fault.${code}`, code)
      const began: Line = {
        key: `f${id}`,
        at: Date.parse(firstTime),
        glyph: levelGlyph(level),
        tone: `level${level}`,
        words: name,
      }
      if (clearTime === null) return [began]
      const words = `${name}, ${byName('enum.conditionState.CLEARED')}`
      return [began, { key: `g${id}`, at: Date.parse(clearTime), glyph: 'online', tone: 'online', words }]
    })
  return [...commands, ...faults].filter(({ at }) => Math.abs(at - time) <= AROUND_MS).toSorted((a, b) => a.at - b.at)
}

function Values({ device, then }: { device: MapDevice; then: OutputOf<typeof DeviceAt> }) {
  const { t } = useText()
  const { data: now } = useCurrentState(device.id)
  const faceOf = useFaces(device.productId)
  const keys = orderedKeys({ ...then.values, ...now?.values })
  if (keys.length === 0) return <p className="side-none">{t('device.noValues')}</p>
  return (
    <table className="past-values" data-testid="past-values">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('past.then')}</th>
          <th scope="col">{t('past.now')}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key}>
            <th scope="row" className="t3">
              {metricLabel(key, faceOf(key))}
            </th>
            <td>
              <Reading metric={key} reading={then.values[key] as never} face={faceOf(key)} staleAfter={NEVER_STALE} />
            </td>
            <td>
              <Reading metric={key} reading={now?.values[key]} face={faceOf(key)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One device at the moment beside what it is now, and what happened to it around then. No command leaves from here. */
export function PastCard({ device, time }: { device: MapDevice; time: number }) {
  const { t } = useText()
  const then = useDeviceThen(device.id, time)
  const { events } = usePastEvents(SPANS_H[1])
  const lines = useMemo(() => linesOf(events, device.id, time), [events, device.id, time])
  const after = lines.findIndex(({ at }) => at > time)
  const face = BODY_FACES[device.body]
  return (
    <>
      <div className="drawer-chips">
        <StateChip tone={face.tone} glyph={face.glyph} text={t(face.text)} />
      </div>
      <p className="drawer-age">
        {device.seen === null
          ? t('past.silent')
          : t('past.lastProof', { time: showTime(device.seen, '{m}-{d} {h}:{i}') })}
      </p>
      <Fetched query={then}>{(found) => <Values device={device} then={found} />}</Fetched>
      <section className="drawer-part" aria-label={t('past.around')}>
        <h3>{t('past.around')}</h3>
        {lines.length === 0 && <p className="side-none">{t('past.nothing')}</p>}
        <ul className="event-rows past-lines">
          {lines.map(({ key, at, glyph, tone, words }, n) => (
            <li key={key} className={at > time ? 'after' : ''} data-first={n === after || undefined}>
              <small className="num">{showTime(at, '{h}:{i}')}</small>
              <span className={`side-glyph tone-${tone}`}>
                <Glyph name={glyph} />
              </span>
              <span className="grow clip">{words}</span>
            </li>
          ))}
        </ul>
      </section>
      <p>
        <Link className="link" to={`/device/detail/${device.id}?tab=history`}>
          {t('past.wholeHistory')}
        </Link>
      </p>
    </>
  )
}
