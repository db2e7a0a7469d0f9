/** The envelope of every HTTP answer of the API (ER-2). `code` 0 is success. */
export interface Envelope<T> {
  code: number
  message: string
  data: T
  traceId?: string
}

/** One page of a list. `page` counts from 1; `total` is the whole filtered count. */
export interface Page<T> {
  list: T[]
  total: number
  page: number
  limit: number
}

/** Envelope codes that resolve as success (ER-3). Only 0 proves anything (ER-6). */
export const SUCCESS_CODES: readonly number[] = [0, 10008, 4003, 20007, 10500, 9, 10001, 10411]

/** Envelope codes that mean the session is over (ER-7). */
export const SESSION_OVER_CODES: readonly number[] = [4, 3000]

export const PAGE_SIZES: readonly number[] = [10, 20, 30, 40, 50, 100]
export const DEFAULT_PAGE_LIMIT = 20
