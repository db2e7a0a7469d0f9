import { z } from 'zod'
import type { FieldReason } from '../../machine/field-reasons.ts'
import { type ModelProblem, repeated } from './model-problem.ts'
import type { Metric } from './model-metric.ts'
import { codeOf, metricKey } from './uplink/model-atoms.ts'

/** A value that a device reports and that is a fault for as long as it is reported, e.g. `motorState` `STALLED`. */
export const modelEventSchema = z.strictObject({
  fault: codeOf(6),
  key: metricKey,
  equals: z.union([z.boolean(), z.number(), z.string().min(1).max(40)]),
})
export type ModelEvent = z.output<typeof modelEventSchema>

/** Why no report of the metric could ever be this value; null when one can. */
export function unreportable({ kind, values }: Metric, value: ModelEvent['equals']): FieldReason | null {
  if (values) return values.some((one) => one === value) ? null : 'not-an-option'
  const wanted = kind === 'boolean' ? 'boolean' : kind === 'text' ? 'string' : 'number'
  return typeof value === wanted ? null : 'type'
}

/** Why a product with these events cannot be published. `taken`: codes that other rules of the model raise. */
export function eventProblems(
  events: readonly ModelEvent[],
  of: { metricOf: (key: string) => Metric | undefined; taken: readonly string[]; isSlave: boolean },
): ModelProblem[] {
  // What its master reports of it is values alone.
  if (of.isSlave && events.length > 0) return [['events', 'not-for-slave']]
  return [
    ...repeated(
      events,
      ({ fault }) => fault,
      (n) => `events.${n}.fault`,
    ),
    ...events.flatMap(({ fault, key, equals }, n): ModelProblem[] => {
      if (of.taken.includes(fault)) return [[`events.${n}.fault`, 'taken']]
      const metric = of.metricOf(key)
      if (!metric) return [[`events.${n}.key`, 'unknown-metric']]
      const reason = unreportable(metric, equals)
      return reason ? [[`events.${n}.equals`, reason]] : []
    }),
  ]
}
