/**
 * A value in a sheet. Times are wall-clock readings of one zone, as ms since 1970 on that clock: a spreadsheet has no
 * zones.
 */
export type Cell = string | number | null | { readonly wallMs: number; readonly day: boolean }

export interface SheetColumn {
  heading: string
  /** Width in characters. */
  width: number
  /** Typed in as text: a spreadsheet must not eat the zeros a number begins with. */
  text?: boolean
  /** The choices, which spreadsheets offer as a list. */
  choices?: readonly string[]
}

export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  /** Rows in batches, so that a writer need not wait for each of them. */
  rows: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}

const two = (value: number) => String(value).padStart(2, '0')

/** `YYYY-MM-DD HH:mm:ss`, or the day alone. */
export function wallText({ wallMs, day }: { wallMs: number; day: boolean }): string {
  const at = new Date(wallMs)
  const date = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`
  if (day) return date
  return `${date} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
}
