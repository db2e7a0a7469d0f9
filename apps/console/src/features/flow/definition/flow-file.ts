import { FLOW_TYPES, type FlowModel, flowModelSchema } from '@sluice/contract'
import { z } from 'zod'

const FORMAT = 'sluice-flow'

/** A flow as a file, to be taken to another installation. Whom it names by id it may not know. */
const flowFileSchema = z.strictObject({
  format: z.literal(FORMAT),
  formatVersion: z.literal(1),
  code: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  name: z.string().trim().min(1).max(40),
  flowType: z.enum(FLOW_TYPES),
  model: flowModelSchema,
})
export interface FlowFile {
  code: string
  name: string
  flowType: (typeof FLOW_TYPES)[number]
  model: FlowModel
}

export function fileText({ code, name, flowType, model }: FlowFile): string {
  return `${JSON.stringify({ format: FORMAT, formatVersion: 1, code, name, flowType, model }, null, 2)}\n`
}

/** What a file holds; null for one that is no flow. */
export function flowIn(text: string): FlowFile | null {
  try {
    const read = flowFileSchema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
