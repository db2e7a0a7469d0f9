import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { modelParameterSchema } from './product/model-parameter.ts'

const deviceId = z.string().min(1).max(40)
const value = z.union([z.number(), z.boolean(), z.string().max(200)])

/**
 * `UNSET`: nothing is wanted. `PENDING`: it is wanted, and the device has not reported it since. `IN_STEP`: the device
 * reported it. `DIFFERS`: it reported it, and another value later.
 */
export const PARAMETER_STATES = ['UNSET', 'IN_STEP', 'PENDING', 'DIFFERS'] as const
export type ParameterState = (typeof PARAMETER_STATES)[number]

const parameterSchema = z.object({
  ...modelParameterSchema.shape,
  state: z.enum(PARAMETER_STATES),
  /** What the device is to have; null: nothing is wanted. */
  desired: z.unknown(),
  /** Since when, and who wanted it; both null while nothing is wanted. */
  since: z.string().nullable(),
  byName: z.string().nullable(),
  /** What the device last said, and since when it says so; null: it never did. */
  reported: z.unknown(),
  reportedTime: z.string().nullable(),
})
export type DeviceParameter = z.output<typeof parameterSchema>

const parametersSchema = z.object({
  /** Of what is wanted: to be sent along with a change. */
  version: z.int(),
  /** In the order of the model; empty where it describes none. */
  parameters: z.array(parameterSchema),
})

/** The parameters of a device by its model: what is wanted and what the device says. */
export const deviceParameters = defineOperation({
  title: ['设备参数', 'Parameters of a device'],
  method: 'GET',
  path: '/device/v1/device/parameters',
  access: { key: 'device:list' },
  tenant: { row: 'device', in: 'deviceId' },
  input: z.strictObject({ deviceId }),
  output: parametersSchema,
})

/**
 * Says what a device is to have; null: nothing any more. A connected device that listens is told at once (`pushed`), any
 * other one when it connects. Refused where somebody else changed it since it was read.
 */
export const saveParameters = defineOperation({
  title: ['设置设备参数', 'Set the parameters of a device'],
  method: 'POST',
  path: '/device/v1/device/saveParameters',
  access: { key: 'device:parameter' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'device.saveParameters',
  input: z.strictObject({
    deviceId,
    version: z.int().min(0),
    values: z.record(z.string().min(1).max(64), value.nullable()),
  }),
  output: parametersSchema.extend({ pushed: z.boolean() }),
})
