import { z } from 'zod'
import { jobStartedSchema } from '../machine/job-run.operations.ts'
import { defineOperation } from '../machine/operation.ts'
import { exportSchema } from '../machine/spreadsheet.ts'
import { messageResource } from './message.resource.ts'

const deviceId = z.string().min(1).max(40)

/** Writes the frames of one device that a search finds into a sheet, as background work. */
export const exportMessages = defineOperation({
  title: ['导出报文', 'Export frames'],
  method: 'POST',
  path: '/device/v1/message/export',
  access: { key: 'message:export' },
  callers: 'people-and-programs',
  tenant: { row: 'device', in: 'deviceId' },
  audit: 'message.export',
  input: exportSchema(messageResource).extend({ deviceId }),
  output: jobStartedSchema,
})
