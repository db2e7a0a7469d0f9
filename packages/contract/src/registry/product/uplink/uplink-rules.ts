import type { ModelProblem } from '../model-problem.ts'

/** A fault code in a model, and the path of the field that names it. */
export interface RaisedFault {
  code: string
  path: string
}

/** What is asked about the rules by which the reports of one protocol become values. */
export interface UplinkRules<Uplink> {
  /** What a product begins with; null where its devices are read by their master alone. */
  empty(protocol: string, isSlave: boolean): Uplink | null
  /** Keys of the metrics that some rule fills; `points` are those of the model. */
  keys(uplink: Uplink, points: readonly string[]): string[]
  /** The faults that its rules raise, and where they are named. */
  faults(uplink: Uplink): RaisedFault[]
  /** What one count on the wire is worth of each metric. */
  factors(uplink: Uplink): { key: string; factor?: number }[]
  /** Its rules by what they are about: two versions are compared by these names. */
  items(uplink: Uplink): (readonly [name: string, rule: unknown])[]
  /** The rules with another key in place of `from`; what the device sends keeps its name. */
  renamed(uplink: Uplink, from: string, key: string): Uplink
  /** Without the rules that fill the metric. */
  without(uplink: Uplink, key: string): Uplink
  /** Why a product with these rules cannot be published. */
  problems(uplink: Uplink, circumstances: { isSlave: boolean; isKnown: (key: string) => boolean }): ModelProblem[]
}

/** The same rule under another key, if it is the one. */
export const underKey =
  (from: string, key: string) =>
  <Rule extends { key: string }>(rule: Rule): Rule =>
    rule.key === from ? { ...rule, key } : rule
