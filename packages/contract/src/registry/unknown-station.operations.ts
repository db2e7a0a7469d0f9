import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery } from '../machine/page.ts'

export const unknownStationSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  address: z.string(),
  remote: z.string(),
  firstTime: z.string(),
  lastTime: z.string(),
  frameCount: z.int(),
})
export type UnknownStation = z.output<typeof unknownStationSchema>

/** Stations that report and belong to no device yet. They are never acknowledged (only their last 20 frames are kept). */
export const unknownStationPage = defineOperation({
  method: 'GET',
  path: '/device/v1/unknownStation/page',
  access: { key: 'unknownStation:list' },
  input: z.strictObject({ ...pageQuery, keyword: z.string().trim().max(100).optional() }),
  output: pageOf(unknownStationSchema),
})

export const unknownStationFrames = defineOperation({
  method: 'GET',
  path: '/device/v1/unknownStation/frames',
  access: { key: 'unknownStation:list' },
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.array(z.object({ ts: z.string(), hex: z.string(), decoded: z.unknown() })),
})

/** Makes the device and sends the kept frames through the pipeline as if they had just arrived. */
export const adoptStation = defineOperation({
  method: 'POST',
  path: '/device/v1/unknownStation/adopt',
  access: { key: 'device:add' },
  input: z.strictObject({
    id: z.string().min(1).max(40),
    name: z.string().trim().min(1).max(50),
    deviceNo: z.string().trim().min(1).max(40),
    productId: z.string().min(1).max(40),
    deptId: z.string().min(1).max(40),
  }),
  output: z.object({ deviceId: z.string(), replayed: z.int() }),
})
