import type { UnableValve } from '@sluice/contract'
import type { ReactNode } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { showAge, useNow } from '../../../lib/time/clock.ts'
import { Glyph } from '../../../parts/icon/glyphs.tsx'

interface ValveRowProps {
  deviceId: string
  no: number
  name: string
  /** Smaller, behind the name. */
  aside: string
  now: ReactNode
  children: ReactNode
  onShow: (id: string) => void
}

/** One valve of an isolation, under the number that it has on the map and in the undo list. */
export function ValveRow({ deviceId, no, name, aside, now, children, onShow }: ValveRowProps) {
  return (
    <li className="isolation-valve-row" data-testid="isolation-valve" data-id={deviceId}>
      <button type="button" className="flat isolation-name" onClick={() => onShow(deviceId)}>
        <b className="isolation-nr num">{no}</b>
        <b className="clip">{name}</b>
        <small className="t3 clip grow">{aside}</small>
        {now}
      </button>
      {children}
    </li>
  )
}

interface PassedProps {
  valves: readonly UnableValve[]
  /** The valve that is used instead. */
  instead: string
  /** Takes another valve, or the person's own choice back. */
  action?: ((valve: UnableValve) => ReactNode) | undefined
}

/** Below a valve: what it stands in for, and why. */
export function PassedOver({ valves, instead, action }: PassedProps) {
  const { t } = useText()
  const now = useNow(10_000)
  return valves.map((valve) => {
    const because = byName(`cannotClose.${valve.because}`, valve.because)
    const isSilent = valve.because === 'OFFLINE' || valve.because === 'MASTER_OFFLINE'
    const words = isSilent
      ? t('isolation.replacedSince', { because, age: showAge(valve.lastSeenTime, now), name: instead })
      : t('isolation.replaced', { because, name: instead })
    return (
      <p key={valve.deviceId} className="isolation-passed" data-testid="isolation-passed">
        <Glyph name={isSilent ? 'offline' : 'disabled'} />
        <span className="grow">
          <s>{valve.name}</s> {words}
        </span>
        {action?.(valve)}
      </p>
    )
  })
}

/** Ways that nothing but a person at the place can close. */
export function ByHand({ valves, isAll }: { valves: readonly UnableValve[]; isAll: boolean }) {
  const { t } = useText()
  if (valves.length === 0) return null
  return (
    <section className="isolation-hand" data-testid="isolation-by-hand">
      <b>
        <Glyph name="level2" toned /> {t(isAll ? 'isolation.byHand' : 'isolation.byHandPart')}
      </b>
      <ul>
        {valves.map(({ deviceId, name, deviceNo, because }) => (
          <li key={deviceId}>
            <b>{name}</b>
            <span className="t3">{deviceNo}</span>
            <span className="grow" />
            <span>{byName(`cannotClose.${because}`, because)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
