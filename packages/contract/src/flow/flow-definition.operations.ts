import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { FLOW_PROBLEMS, type FlowProblem } from './flow-problems.ts'
import { type FlowModel, flowModelSchema } from './flow.ts'
import { chosenSchema, flowWaySchema, formValuesSchema } from './flow-trial.ts'

const id = z.string().min(1).max(40)
const model: z.ZodType<FlowModel> = flowModelSchema
const problem: z.ZodType<FlowProblem> = z.object({
  problem: z.enum(FLOW_PROBLEMS),
  step: z.string().optional(),
  branch: z.string().optional(),
  field: z.string().optional(),
})

/** What is drawn of a flow, or one of its versions; the row's version is needed to save it. */
export const flowModel = defineOperation({
  title: ['查看流程图', 'Read the drawing of a flow'],
  method: 'GET',
  path: '/flow/v1/definition/model',
  access: { key: 'flowDefinition:list' },
  tenant: { row: 'flowDefinition', in: 'id' },
  input: z.strictObject({ id, versionNo: z.coerce.number().int().min(1).optional() }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    version: z.int(),
    model,
    problems: z.array(problem),
    /** When the draft was saved last. */
    savedTime: z.string(),
    /** Published ones, the newest first. */
    versions: z.array(
      z.object({ versionNo: z.int(), time: z.string(), byName: z.string().nullable(), note: z.string().nullable() }),
    ),
  }),
})
export type FlowDrawing = z.output<typeof flowModel.output>

/** Keeps the draft as it is, whatever is wrong with it (WD-17). */
export const saveFlowModel = defineOperation({
  title: ['保存流程图', 'Save the drawing of a flow'],
  method: 'POST',
  path: '/flow/v1/definition/save',
  access: { key: 'flowDefinition:edit' },
  callers: 'people',
  tenant: { row: 'flowDefinition', in: 'id' },
  audit: 'flowDefinition.save',
  input: z.strictObject({ id, version: z.int().min(0), model }),
  output: z.object({ version: z.int(), savedTime: z.string(), problems: z.array(problem) }),
})

/** Makes a version of the saved draft. With problems nothing is published, and they are answered (WD-14). */
export const publishFlow = defineOperation({
  title: ['发布流程', 'Publish a flow'],
  method: 'POST',
  path: '/flow/v1/definition/publish',
  access: { key: 'flowDefinition:publish' },
  callers: 'people',
  tenant: { row: 'flowDefinition', in: 'id' },
  audit: 'flowDefinition.publish',
  input: z.strictObject({ id, version: z.int().min(0), note: z.string().trim().max(200).optional() }),
  output: z.object({ versionNo: z.int().nullable(), version: z.int(), problems: z.array(problem) }),
})

/** The draft becomes what a version was; publishing is another step. */
export const rollBackFlow = defineOperation({
  title: ['恢复流程版本', 'Bring back a version of a flow'],
  method: 'POST',
  path: '/flow/v1/definition/rollBack',
  access: { key: 'flowDefinition:edit' },
  callers: 'people',
  tenant: { row: 'flowDefinition', in: 'id' },
  audit: 'flowDefinition.rollBack',
  input: z.strictObject({ id, version: z.int().min(0), versionNo: z.int().min(1) }),
  output: z.object({ version: z.int() }),
})

/** Which way a request would take through what is drawn, and who would be asked: nothing is made, nobody is told. */
export const tryFlow = defineOperation({
  title: ['试运行流程', 'Try a flow'],
  method: 'POST',
  path: '/flow/v1/definition/try',
  access: { key: 'flowDefinition:edit' },
  callers: 'people',
  tenant: { row: 'flowDefinition', in: 'id' },
  audit: { none: 'it only computes' },
  silent: true,
  input: z.strictObject({ id, model, starterId: id, values: formValuesSchema, chosen: chosenSchema }),
  output: flowWaySchema,
})
