import type { flowFormZh } from '../../zh-CN/flow/form.ts'
import type { Text } from '../../plural.ts'

/** Filling in the form of a flow. */
export const flowFormEn: Record<keyof typeof flowFormZh, Text> = {
  'flow.form.days': { one: '{{n}} day', other: '{{n}} days' },
  'flow.form.hours': { one: '{{n}} hour', other: '{{n}} hours' },
  'flow.form.range': '{{from}} to {{to}}',
  'flow.form.from': 'From',
  'flow.form.to': 'To',
  'flow.options.user': 'Type a name to find people',
  'flow.options.role': 'Type a name to find roles',
  'flow.options.dept': 'Type a name to find departments',
  'flow.options.type': 'Type to see what can be chosen',
  'flow.options.of': '{{name}} · {{dept}}',
}
