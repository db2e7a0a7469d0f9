import { z } from 'zod'
import { repeated, unknownKeys } from '../model-problem.ts'
import { codeOf, factor, metricKey, switchValue } from './model-atoms.ts'
import { underKey, type UplinkRules } from './uplink-rules.ts'

/** An element of SL 651 whose value is a metric: of the station (channel 0) or of the device on a channel. */
const elementRuleSchema = z.strictObject({
  /** As in the frame, two upper-case hexadecimal digits: `58`. */
  id: z.string().regex(/^[0-9A-F]{2}$/),
  key: metricKey,
  channel: z.int().min(0).max(64),
  /** From the unit on the wire to the metric's; 1 when omitted. */
  factor: factor.exactOptional(),
})
export type ElementRule = z.output<typeof elementRuleSchema>

const bit = { bit: z.int().min(0).max(31), when: z.literal([0, 1]) }
/** A bit of the status word (SL 651 element 45): a fault condition, or a flag, that holds when the bit has that value. */
const statusBitSchema = z.union([
  z.strictObject({ ...bit, fault: codeOf(6) }),
  z.strictObject({ ...bit, key: metricKey }),
])

/** What the bits of a bitmap (function 4C: pumps, 4D: valves) say of the device on the channel of each. */
const switchRuleSchema = z.strictObject({
  func: z.enum(['4C', '4D']),
  key: metricKey,
  on: switchValue,
  off: switchValue,
})

/** How the reports of an SL 651 station become values. What no rule names stays in the raw frame. */
export const sl651UplinkSchema = z.strictObject({
  protocol: z.literal('SL651'),
  elements: z.array(elementRuleSchema).max(200).readonly(),
  statusBits: z.array(statusBitSchema).max(64).readonly(),
  switches: z.array(switchRuleSchema).max(16).readonly(),
  /** The opening of gates (function 4E, cm on the wire) by channel. */
  gates: z.strictObject({ key: metricKey, factor }).nullable(),
})
export type Sl651Uplink = z.output<typeof sl651UplinkSchema>

export const sl651Rules: UplinkRules<Sl651Uplink> = {
  empty: (_protocol, isSlave) =>
    isSlave ? null : { protocol: 'SL651', elements: [], statusBits: [], switches: [], gates: null },
  keys: ({ elements, statusBits, switches, gates }) => [
    ...elements.map(({ key }) => key),
    ...statusBits.flatMap((rule) => ('key' in rule ? [rule.key] : [])),
    ...switches.map(({ key }) => key),
    ...(gates ? [gates.key] : []),
  ],
  faults: ({ statusBits }) =>
    statusBits.flatMap((rule, n) =>
      'fault' in rule ? [{ code: rule.fault, path: `uplink.statusBits.${n}.fault` }] : [],
    ),
  factors: ({ elements }) => [...elements],
  items: ({ elements, statusBits, switches, gates }) => [
    ...elements.map((rule) => [rule.id, rule] as const),
    ...statusBits.map((rule) => [`45.${rule.bit} ${'key' in rule ? rule.key : rule.fault}`, rule] as const),
    ...switches.map((rule) => [`${rule.func} ${rule.key}`, rule] as const),
    ...(gates ? [['4E', gates] as const] : []),
  ],
  renamed(uplink, from, key) {
    const renamed = underKey(from, key)
    const { elements, statusBits, switches, gates } = uplink
    return {
      ...uplink,
      elements: elements.map(renamed),
      statusBits: statusBits.map((rule) => ('key' in rule ? renamed(rule) : rule)),
      switches: switches.map(renamed),
      gates: gates && renamed(gates),
    }
  },
  without(uplink, key) {
    const stays = (rule: { key: string }) => rule.key !== key
    const { elements, statusBits, switches, gates } = uplink
    return {
      ...uplink,
      elements: elements.filter(stays),
      statusBits: statusBits.filter((rule) => !('key' in rule) || stays(rule)),
      switches: switches.filter(stays),
      gates: gates?.key === key ? null : gates,
    }
  },
  problems({ elements, statusBits, switches, gates }, { isKnown }) {
    const keysOf = (rules: readonly { key: string }[]) => rules.map(({ key }) => key)
    const keysOfBits = statusBits.map((rule) => ('key' in rule ? rule.key : null))
    return [
      ...unknownKeys('elements', keysOf(elements), isKnown),
      ...repeated(
        elements,
        ({ id }) => id,
        (n) => `uplink.elements.${n}.id`,
      ),
      ...unknownKeys('statusBits', keysOfBits, isKnown),
      ...unknownKeys('switches', keysOf(switches), isKnown),
      ...(gates && !isKnown(gates.key) ? [['uplink.gates.key', 'unknown-metric'] as const] : []),
    ]
  },
}
