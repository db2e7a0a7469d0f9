import { z } from 'zod'
import { FIELD_REASONS } from './field-reasons.ts'
import { defineOperation } from './operation.ts'
import { idSchema } from './resource-schema.ts'

export const JOB_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]
export const JOB_KINDS = ['EXPORT', 'IMPORT_CHECK', 'IMPORT'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** The answer of a call that starts a job. */
export const jobStartedSchema = z.object({ jobId: z.string() })

/** The result of an import, or of its trial. */
export const importCountsSchema = z.object({
  inserted: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  refused: z.int(),
})
export type ImportCounts = z.output<typeof importCountsSchema>

/** A job that a person started: it continues when the page is closed. Progress and total count rows. */
export const jobRunSchema = z.object({
  id: z.string(),
  kind: z.enum(JOB_KINDS),
  resource: z.string(),
  title: z.string(),
  status: z.enum(JOB_STATUSES),
  /** How many others run before it, by today's queue; null when it does not wait. */
  ahead: z.int().nullable(),
  progress: z.int(),
  total: z.int().nullable(),
  /** Name and size in bytes of the file to fetch; null while there is none, or none any more. */
  file: z.object({ name: z.string(), bytes: z.int(), once: z.boolean() }).nullable(),
  counts: importCountsSchema.nullable(),
  /** Key of the closed list of errors. */
  error: z.string().nullable(),
  createTime: z.string(),
  endTime: z.string().nullable(),
  /** When the file is deleted. */
  expireTime: z.string(),
})
export type JobRun = z.output<typeof jobRunSchema>

export const reportLineSchema = z.object({
  /** Row number in the file, the heading being 1. */
  row: z.int(),
  /** Null when the row as a whole was refused. */
  field: z.string().nullable(),
  reason: z.union([z.enum(FIELD_REASONS), z.string()]),
})
export type ReportLine = z.output<typeof reportLineSchema>

const BASE = '/security/v1/jobRun'

/** The caller's own, newest first; at most 50. */
export const jobRuns = defineOperation({
  title: ['后台任务列表', 'List jobs'],
  method: 'GET',
  path: `${BASE}/page`,
  access: 'session',
  tenant: 'caller',
  input: z.strictObject({}),
  output: z.array(jobRunSchema),
  silent: true,
})

/** Why rows of an import were refused. */
export const jobReport = defineOperation({
  title: ['后台任务的结果', 'Report of a job'],
  method: 'GET',
  path: `${BASE}/report`,
  access: 'session',
  tenant: { row: 'jobRun', in: 'id' },
  input: idSchema,
  output: z.array(reportLineSchema),
})

export const cancelJob = defineOperation({
  title: ['取消后台任务', 'Cancel a job'],
  method: 'POST',
  path: `${BASE}/cancel`,
  access: 'session',
  callers: 'people',
  tenant: { row: 'jobRun', in: 'id' },
  audit: { none: "one's own waiting work, nothing of the plant" },
  input: idSchema,
  output: z.literal(true),
})

/** Removes a finished job from the list, with its file. */
export const forgetJob = defineOperation({
  title: ['移除后台任务', 'Forget a job'],
  method: 'POST',
  path: `${BASE}/del`,
  access: 'session',
  callers: 'people',
  tenant: { row: 'jobRun', in: 'id' },
  audit: { none: "one's own file" },
  input: idSchema,
  output: z.literal(true),
})

/** The file, for its owner only (SEC-12). A download carries no header, so the cookie alone opens it (SEC-1). */
export const jobFile = defineOperation({
  title: ['下载后台任务的文件', 'Download the file of a job'],
  method: 'GET',
  path: `${BASE}/file`,
  access: 'cookie',
  tenant: { row: 'jobRun', in: 'id' },
  input: idSchema,
  output: z.unknown(),
})
