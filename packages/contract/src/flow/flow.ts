import { z } from 'zod'
import { type FormItem, formSchema } from './form.ts'
import { advancedSchema, type FlowProcess, processSchema } from './process.ts'

/** What is drawn: a form, a process and its settings. A draft may have problems; what is published has none. */
export const flowModelSchema = z.strictObject({ form: formSchema, process: processSchema, advanced: advancedSchema })
export interface FlowModel {
  form: FormItem[]
  process: FlowProcess
  advanced: z.output<typeof advancedSchema>
}
