import { z } from 'zod'
import { type FormItem, formSchema } from './form.ts'
import { advancedSchema, type FlowProcess, processSchema } from './process.ts'

/** What a flow is about; by the first of them other modules find theirs (domain 9.1). */
export const FLOW_TYPES = ['LEAVE', 'GENERAL'] as const
export type FlowType = (typeof FLOW_TYPES)[number]
export const INSTANCE_STATES = ['RUNNING', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED'] as const
export type InstanceState = (typeof INSTANCE_STATES)[number]

/** What is drawn: a form, a process and its settings. A draft may have problems; what is published has none. */
export const flowModelSchema = z.strictObject({ form: formSchema, process: processSchema, advanced: advancedSchema })
export interface FlowModel {
  form: FormItem[]
  process: FlowProcess
  advanced: z.output<typeof advancedSchema>
}
