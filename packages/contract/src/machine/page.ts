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

/** Values of one filter in one call. */
const MOST_VALUES = 100

/**
 * One value or several of a filter, of which a row matches any. They are sent in one parameter with commas between
 * them, `status=OPEN,DONE`; a body may hold a list too. A single value is sent and read as itself.
 */
export function severalOf<T>(one: z.ZodType<T>): z.ZodType<T | T[], string | readonly string[]> {
  const list = z.array(one).min(1).max(MOST_VALUES)
  const apart = z.preprocess((given, { issues }) => {
    const values = typeof given === 'string' ? given.split(',') : given
    const issue = list.safeParse(values).error?.issues[0]
    // It is the filter that is wrong: which of its values is no field of its own.
    if (issue) issues.push({ ...issue, path: [], input: given } as z.core.$ZodRawIssue)
    return values
  }, list)
  const read = apart.transform((values) => (values.length === 1 ? values[0]! : values))
  return read as unknown as z.ZodType<T | T[], string | readonly string[]>
}
