import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

const id = z.string().min(1).max(40)

/**
 * Another master takes the place of one: all its slaves move, with their channels and their whole history, or none.
 * Refused under `newMasterId`: `not-a-master` for one that cannot carry them, `taken` where it has a slave on the same
 * place; and with `not-permitted` where the caller does not see every slave.
 */
export const replaceMaster = defineOperation({
  title: ['更换主机', 'Replace a master'],
  method: 'POST',
  path: '/device/v1/device/replaceMaster',
  access: { key: 'device:edit' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'masterId' },
  audit: 'device.replaceMaster',
  input: z.strictObject({ masterId: id, newMasterId: id }),
  /** The ids of the slaves that moved. */
  output: z.object({ moved: z.array(z.string()) }),
})
