import { z } from 'zod'
import { pageOf, pageQuery } from './page.ts'

const values = z.record(z.string(), z.unknown()).nullable()

/** Query of `timeline`: the row, and a page of its history. */
export const timelineQuery = z.strictObject({ id: z.string().min(1).max(40), ...pageQuery })

/**
 * One event in the history of a row: who did it, when, and which of the answered fields changed, before and after; null
 * where there was or is no row.
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
