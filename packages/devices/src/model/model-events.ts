import type { FaultObservation, ModelEvent } from '@sluice/contract'
import type { DeviceType, Observation, Reported } from '../device-type.ts'

type Read = NonNullable<DeviceType['read']>

/** Of one report all times are written alike, so they are compared as they are. */
const timeOf = ({ ts, at }: Observation) => ts ?? at

/**
 * Adds the faults that values of the device itself say: one holds while its value is reported, and ends with another one.
 * Of several times in one report the latest counts; a value that is not in it says nothing.
 */
export function withEvents(read: Read, events: readonly ModelEvent[]): Read {
  if (events.length === 0) return read
  return (given) => {
    const reported = read(given)
    const { conditions, seen } = conditionsIn(reported, events)
    return {
      ...reported,
      conditions: { ...reported.conditions, ...conditions },
      ...((reported.seen || seen) && { seen: { ...reported.seen, ...seen } }),
    }
  }
}

function conditionsIn(
  { observations }: Reported,
  events: readonly ModelEvent[],
): Pick<Reported, 'conditions' | 'seen'> {
  const own = observations.filter(({ channel, slave, gone }) => channel === 0 && slave === undefined && !gone)
  const conditions: Record<string, boolean> = {}
  let seen: Record<string, FaultObservation> | undefined
  for (const { fault, key, equals } of events) {
    const said = own.filter(({ values }) => values[key] !== undefined && values[key] !== null)
    const [first, ...others] = said
    if (!first) continue
    const latest = others.reduce((newest, one) => (timeOf(one) >= timeOf(newest) ? one : newest), first)
    conditions[fault] = latest.values[key] === equals
    if (conditions[fault]) (seen ??= {})[fault] = { observed: 'EVENT', key, v: equals }
  }
  return seen ? { conditions, seen } : { conditions }
}
