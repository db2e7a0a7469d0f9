import type { DeviceStatus, Field, Resource } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import type { GlyphName } from '../../icon/glyphs.tsx'
import { type Counted, FilterCounts, type FilterCountsProps } from './filter-counts.tsx'

/** In the order in which users look for them. */
const COUNTED = ['ONLINE', 'OFFLINE', 'INACTIVE', 'DISABLED'] as const satisfies readonly DeviceStatus[]
const GLYPHS: Record<DeviceStatus, GlyphName> = {
  ONLINE: 'online',
  OFFLINE: 'offline',
  INACTIVE: 'unknown',
  DISABLED: 'disabled',
}
const COUNT_EVERY_MS = 15_000

type WithStatus = Resource & { fields: { status: Field } }

/** A number beside those of the status: rows that match a yes-or-no filter. */
export type CountedMark<R extends Resource> = Omit<Counted<R>, 'value'>

type StatusCountsProps<R extends Resource> = Omit<FilterCountsProps<R>, 'counted' | 'againMs'> & {
  marks?: readonly CountedMark<R>[]
}

/** How many devices have each status, and how many match each mark. */
export function StatusCounts<R extends WithStatus>({ marks = [], ...others }: StatusCountsProps<R>) {
  const { byName } = useText()
  const counted: readonly Counted<R>[] = [
    ...COUNTED.map(
      (status): Counted<R> => ({
        filter: 'status',
        value: status,
        glyph: GLYPHS[status],
        label: byName(`enum.deviceStatus.${status}`),
      }),
    ),
    ...marks.map((mark) => ({ ...mark, value: 'true' })),
  ]
  return <FilterCounts {...others} counted={counted} refetchMs={COUNT_EVERY_MS} />
}
