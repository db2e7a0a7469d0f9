import { type byteTail, type ByteLine, findHexPattern, type InputOf, readHexPattern } from '@sluice/contract'
import { z } from 'zod'

const NAMES = ['deviceId', 'remote', 'direction', 'protocol', 'state', 'because', 'bytes'] as const
type FilterName = (typeof NAMES)[number]

/** What is looked for, as it stands in the address; `only` hides lines without the bytes, else they are marked. */
export type TailFilter = Partial<Record<FilterName | 'only', string>>

export const savedFilters = z.array(
  z.object({ name: z.string().max(40), filter: z.record(z.string(), z.string().max(200)) }),
)
export type SavedFilter = z.output<typeof savedFilters>[number]

export function filterIn(search: URLSearchParams): TailFilter {
  const found: TailFilter = {}
  for (const name of [...NAMES, 'only'] as const) {
    const value = search.get(name)
    if (value) found[name] = value
  }
  return found
}

/** What the server is asked for: bytes that are only marked narrow nothing, and half a pattern neither. */
export function asked(filter: TailFilter): InputOf<typeof byteTail> {
  const { only, bytes, ...rest } = filter
  const isWhole = bytes !== undefined && readHexPattern(bytes) !== null
  return { ...rest, ...(only && isWhole ? { bytes } : {}) } as InputOf<typeof byteTail>
}

/** Where the bytes that are looked for stand in a line. */
export function marksIn({ hex }: Pick<ByteLine, 'hex'>, bytes: string | undefined): { from: number; to: number }[] {
  const pattern = readHexPattern(bytes ?? '')
  if (!pattern) return []
  const all = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return findHexPattern(all, pattern) ?? []
}

/** The lines as a text of one frame each: protocol, bytes, and when and from where they came. */
export function asText(lines: readonly ByteLine[]): string {
  return lines
    .map(({ protocol, hex, ts, remote, direction }) => `${protocol} ${hex} # ${ts} ${remote} ${direction}\n`)
    .join('')
}
