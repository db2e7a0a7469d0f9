import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** What can be chosen in a flow; older callers say it by a number. */
export const OPTION_TYPES = ['user', 'role', 'dept'] as const
export type OptionType = (typeof OPTION_TYPES)[number]
export const OPTION_NUMBERS: Readonly<Record<string, OptionType>> = { 1: 'user', 2: 'role', 3: 'dept' }

/** People, roles or departments whose name holds the typed text, at most twenty (API-17, WD-18); of an unknown type none. */
export const flowOptions = defineOperation({
  title: ['查找流程可选项', 'Find what can be chosen in a flow'],
  method: 'GET',
  path: '/system/user/getOptionDataByFlowType',
  access: 'session',
  tenant: 'caller',
  silent: true,
  input: z.strictObject({ flowType: z.string().max(20), search: z.string().max(40) }),
  output: z.array(z.object({ id: z.string(), name: z.string(), deptName: z.string().nullish() })).max(20),
})
export type FlowOption = z.output<typeof flowOptions.output>[number]
