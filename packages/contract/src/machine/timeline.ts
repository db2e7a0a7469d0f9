import { z } from 'zod'
import { pageOf, pageQuery } from './page.ts'

const values = z.record(z.string(), z.unknown()).nullable()

/** Query of `timeline`: the row, and a page of what happened to it. */
export const timelineQuery = z.strictObject({ id: z.string().min(1).max(40), ...pageQuery })

/**
 * One thing that happened to a row: who did it, when, and what changed of the fields that the row answers, as it was and
 * as it became; null where there was or is no row.
 */
const timelineLineSchema = z.object({
  id: z.string(),
  ts: z.string(),
  username: z.string(),
  /** Of the key by which a program did it in that person's name. */
  apiKeyName: z.string().nullable(),
  /** `<resource>.<verb>`, as in the operation log. */
  action: z.string(),
  before: values,
  after: values,
})
export type TimelineLine = z.output<typeof timelineLineSchema>

/** Newest first. */
export const timelinePageSchema = pageOf(timelineLineSchema)
export type TimelinePage = z.output<typeof timelinePageSchema>
