import { z } from 'zod'
import { DEFAULT_PAGE_LIMIT } from './envelope.ts'

/** The query part of every paged list (PG-7). */
export const pageQuery = {
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(DEFAULT_PAGE_LIMIT),
}

/** The answer of every paged list. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ list: z.array(row), total: z.int(), page: z.int(), limit: z.int() })
