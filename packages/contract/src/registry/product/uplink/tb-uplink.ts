import { z } from 'zod'
import { type ModelProblem, repeated, unknownKeys } from '../model-problem.ts'
import { keySource } from '../product-key-path.ts'
import { MAX_SCRIPT } from '../product-script.ts'
import { factor, metricKey } from './model-atoms.ts'
import { underKey, type UplinkRules } from './uplink-rules.ts'

/**
 * How the reports of a ThingsBoard device become values: keys are metrics, those of its firmware are renamed, and where
 * its unit is another one converted. `from` may be a path into nested JSON (`keySource`).
 */
export const tbUplinkSchema = z.strictObject({
  protocol: z.literal('TB_MQTT'),
  /**
   * JavaScript with a function `decodeUplink({ bytes, topic, text, json, receivedAt })` that answers `{ telemetry,
   * attributes }` for what the device publishes, before the keys are applied (docs/decisions/0062-payload-scripts.md).
   */
  script: z.string().min(1).max(MAX_SCRIPT).exactOptional(),
  keys: z
    .array(z.strictObject({ from: z.string().min(1).max(200), key: metricKey, factor: factor.exactOptional() }))
    .max(200)
    .readonly(),
})
export type TbUplink = z.output<typeof tbUplinkSchema>

/** The script among the items that are compared; no key of a device has a blank in front. */
export const SCRIPT_ITEM = ' script'

export const tbRules: UplinkRules<TbUplink> = {
  empty: () => ({ protocol: 'TB_MQTT', keys: [] }),
  // A key that is the metric's own needs no rule: rules rename and convert.
  keys: ({ keys }, points) => [...points, ...keys.map(({ key }) => key)],
  faults: () => [],
  factors: ({ keys }) => [...keys],
  items: ({ keys, script }) => [
    ...(script === undefined ? [] : [[SCRIPT_ITEM, script] as const]),
    ...keys.map((rule) => [rule.from, rule] as const),
  ],
  renamed(uplink, from, key) {
    const isNamed = uplink.keys.some((rule) => rule.key === from || rule.from === from)
    return { ...uplink, keys: [...uplink.keys.map(underKey(from, key)), ...(isNamed ? [] : [{ from, key }])] }
  },
  without: (uplink, key) => ({ ...uplink, keys: uplink.keys.filter((rule) => rule.key !== key) }),
  problems({ keys, script }, { isSlave, isKnown }) {
    const keysOf = keys.map(({ key }) => key)
    return [
      // Its gateway publishes for it.
      ...(script !== undefined && isSlave ? [['uplink.script', 'not-for-slave'] as const] : []),
      ...unknownKeys('keys', keysOf, isKnown),
      ...keys.flatMap(({ from }, n): ModelProblem[] =>
        keySource(from) ? [] : [[`uplink.keys.${n}.from`, 'wrong-path']],
      ),
      ...repeated(
        keys,
        ({ from }) => from,
        (n) => `uplink.keys.${n}.from`,
      ),
    ]
  },
}
