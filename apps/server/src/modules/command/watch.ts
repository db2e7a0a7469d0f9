import type { CommandTarget, Position, Seen } from '@sluice/contract'
import type { LastValue, LastValues } from './command.ports.ts'
import {
  CLOCK_BEHIND_MS,
  type Evidence,
  evidenceOf,
  type ObservedPosition,
  observedAt,
  provesMetric,
} from './evidence.rules.ts'
import type { CommandExecution } from './command-execution.ts'

/** A valve's reported position; null where there is none, or an impossible one. */
export function positionOf(values: LastValues): Position | null {
  const opening = values.get('opening')
  const valveState = values.get('valveState')
  if (!opening && !valveState) return null
  return {
    opening: opening && opening.q === 'GOOD' && typeof opening.v === 'number' ? opening.v : null,
    valveState: valveState && valveState.q === 'GOOD' && typeof valveState.v === 'string' ? valveState.v : null,
  }
}

/** What is reported of a command's target: a valve's position, or the metric that is to prove it. */
export function seenIn(values: LastValues, target: CommandTarget | null): Seen | null {
  if (!target?.metric) return positionOf(values)
  const reading = values.get(target.metric.key)
  return reading && reading.q === 'GOOD' ? seenValue(reading) : null
}

function seenValue({ v }: LastValue): Seen | null {
  const isScalar = typeof v === 'number' || typeof v === 'boolean' || typeof v === 'string'
  return isScalar ? { opening: null, valveState: null, value: v } : null
}

/** Values observed since then: a delayed value describes an earlier state. */
function observedSince(values: LastValues, since: number): LastValues {
  return new Map([...values].filter(([key, { ts }]) => (key === 'opening' || key === 'valveState') && ts >= since))
}

/** What a report proves about one of the commands. */
export interface Finding {
  execution: CommandExecution
  evidence: Exclude<Evidence, null>
  seen: Seen
}

/** Follows one device, its valve or other metrics, for its commands: the open ones, and the last one that was given up. */
export class ValveWatch {
  readonly executions = new Set<CommandExecution>()
  /** The last readings of the metrics that commands wait for. */
  readonly #metrics = new Map<string, LastValue | undefined>()
  #values: LastValues | null = null
  #opening: LastValue | undefined
  #state: LastValue | undefined
  #observed: ObservedPosition | null = null

  /** Values known when the first command was created prove nothing. */
  constructor(known: LastValues | null, at: number) {
    if (known) this.#take(known, at)
  }

  /** Judges a command from now on; what is `known` of its metric already proves nothing. */
  follow(execution: CommandExecution, known: LastValues | null): void {
    this.executions.add(execution)
    const key = execution.target?.metric?.key
    if (key !== undefined && !this.#metrics.has(key)) this.#metrics.set(key, known?.get(key))
  }

  #take(values: LastValues, at: number): void {
    this.#values = values
    this.#opening = values.get('opening')
    this.#state = values.get('valveState')
    const position = positionOf(values)
    if (position) this.#observed = observedAt(this.#observed, position, at)
  }

  /** A report was stored; `at` is when it was received. */
  hear(values: LastValues, at: number): Finding[] {
    const opening = values.get('opening')
    const state = values.get('valveState')
    const isSameMap = this.#values === values
    const ofMetrics = this.#hearMetrics(values, isSameMap, at)
    const hasChanged = differs(this.#opening, opening, isSameMap) || differs(this.#state, state, isSameMap)
    if (!hasChanged) {
      this.#values = values
      this.#opening = opening
      this.#state = state
      return ofMetrics
    }
    this.#take(values, at)
    return [...ofMetrics, ...[...this.executions].flatMap((execution) => this.#find(execution, values, at) ?? [])]
  }

  #hearMetrics(values: LastValues, isSameMap: boolean, at: number): Finding[] {
    const changed = [...this.#metrics].filter(([key, known]) => differs(known, values.get(key), isSameMap))
    for (const [key] of changed) this.#metrics.set(key, values.get(key))
    const heard = new Set(changed.map(([key]) => key))
    return [...this.executions].flatMap((execution) => {
      const { target, state } = execution
      const reading = target?.metric && heard.has(target.metric.key) ? values.get(target.metric.key) : undefined
      if (!target?.metric || !reading || reading.q !== 'GOOD' || state.sentAt === null) return []
      // Observed before it left: it shows an earlier state.
      if (at < state.sentAt || reading.ts < state.sentAt - CLOCK_BEHIND_MS) return []
      const seen = seenValue(reading)
      return seen && provesMetric(target.metric, reading.v) ? [{ execution, evidence: 'proven', seen }] : []
    })
  }

  #find(execution: CommandExecution, values: LastValues, at: number): Finding | null {
    const { target, state, entry } = execution
    if (!this.#observed || !target || target.metric || state.sentAt === null) return null
    // It waited while the store was unavailable: it cannot show what the valve did with the command.
    if (at < state.sentAt) return null
    const position = positionOf(observedSince(values, state.sentAt - CLOCK_BEHIND_MS))
    if (!position) return null
    const evidence = evidenceOf(target, entry.request.before, { ...this.#observed, position }, at)
    return evidence && { execution, evidence, seen: position }
  }
}

/** Every report replaces the values of one map; of another map (read from the store) only the contents are compared. */
function differs(known: LastValue | undefined, now: LastValue | undefined, isSameMap: boolean): boolean {
  if (known === now) return false
  return isSameMap || known?.ts !== now?.ts || known?.v !== now?.v
}
