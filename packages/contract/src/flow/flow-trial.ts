import { z } from 'zod'
import { formItemSchema, type FormValues } from './form.ts'

const id = z.string().min(1).max(40)

/** The values of a form, as a browser sends them; what they must be says the form (`formProblems`). */
export const formValuesSchema: z.ZodType<FormValues, FormValues> = z.record(
  z.string().max(40),
  z.union([
    z.string().max(2000),
    z.number(),
    z.null(),
    z.array(z.string().max(100)).max(100),
    z.array(z.record(z.string().max(40), z.union([z.string().max(2000), z.number(), z.null()]))).max(100),
    z.strictObject({ from: z.string().max(20), to: z.string().max(20) }),
  ]),
)

/** Whom the starter chose, by step. */
export const chosenSchema = z.record(z.string().max(40), z.array(id).min(1).max(20))

/** A person who is, was or would be asked. */
export const askedSchema = z.object({
  userId: z.string(),
  name: z.string(),
  deptName: z.string().nullable(),
  /** As a deputy of this person. */
  forName: z.string().nullable(),
  /** Agreed before in the same request, and is not asked again. */
  agreed: z.boolean(),
})
export type FlowAsked = z.output<typeof askedSchema>

/** A step on the way that a request would take, in order. */
export const wayStepSchema = z.object({
  step: z.string(),
  name: z.string(),
  kind: z.enum(['APPROVAL', 'COPY', 'DELAY', 'CHOICE', 'PARALLEL']),
  /** The branch of a choice that is taken. */
  branch: z.string().nullable(),
  branchName: z.string().nullable(),
  asked: z.array(askedSchema),
  /** Nobody was found, and this would be done. */
  nobody: z.enum(['PASS', 'REFUSE', 'ADMIN', 'USERS']).nullable(),
})
export type FlowWayStep = z.output<typeof wayStepSchema>

/** The way of a request if everybody agreed: nothing is made or told. */
export const flowWaySchema = z.object({
  steps: z.array(wayStepSchema),
  /** How it would end: REFUSE of a step where nobody was found ends it. */
  end: z.enum(['APPROVED', 'REJECTED']),
})
export type FlowWay = z.output<typeof flowWaySchema>

/** A step at which the starter says who is asked, and among whom. */
export const choosingSchema = z.object({
  step: z.string(),
  name: z.string(),
  several: z.boolean(),
  /** Those to choose from; null where it is anybody of the organisation. */
  people: z.array(z.object({ userId: z.string(), name: z.string(), deptName: z.string().nullable() })).nullable(),
})

/** What a person fills in to start a flow. */
export const startFormSchema = z.object({
  definitionId: z.string(),
  name: z.string(),
  versionNo: z.int(),
  remark: z.string().nullable(),
  items: z.array(formItemSchema),
  choosing: z.array(choosingSchema),
})
export type StartForm = z.output<typeof startFormSchema>
