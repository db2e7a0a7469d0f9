import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** The last 20 frames of a station, oldest first. */
export const unknownStationFrames = defineOperation({
  title: ['待接入站点的报文', 'Frames of an unknown station'],
  method: 'GET',
  path: '/device/v1/unknownStation/frames',
  access: { key: 'unknownStation:list' },
  tenant: 'everything',
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.array(z.object({ ts: z.string(), hex: z.string(), decoded: z.unknown() })),
})

/**
 * Creates the device and sends the stored frames through the pipeline as if they had just arrived. `left` frames could
 * not be stored: they remain and are retried every minute.
 */
export const adoptStation = defineOperation({
  title: ['接入站点', 'Adopt a station'],
  method: 'POST',
  path: '/device/v1/unknownStation/adopt',
  access: { key: 'device:add' },
  callers: 'people-and-programs',
  tenant: 'everything',
  audit: 'device.insert',
  input: z.strictObject({
    id: z.string().min(1).max(40),
    name: z.string().trim().min(1).max(50),
    deviceNo: z.string().trim().min(1).max(40),
    productId: z.string().min(1).max(40),
    deptId: z.string().min(1).max(40),
    lng: z.number().min(-180).max(180).nullish(),
    lat: z.number().min(-90).max(90).nullish(),
  }),
  output: z.object({ deviceId: z.string(), replayed: z.int(), left: z.int() }),
})
