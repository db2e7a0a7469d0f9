import { type TempExcursionRow, tempExcursionResource } from '@sluice/contract'
import { t, useText } from '../../lib/text/text.ts'
import { measureText, shownUnit } from '../../lib/text/units.ts'
import { showTime } from '../../lib/time/clock.ts'
import { durationText } from '../../lib/text/value-text.ts'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { Age } from '../../parts/reading/reading.tsx'
import { StateChip } from '../../parts/reading/status-chip.tsx'

/** An excursion that lasts has no end: it says so. */
function End({ row: { endTime } }: { row: TempExcursionRow }) {
  useText()
  return endTime === null ? <StateChip tone="level3" glyph="level3" text={t('temp.lasts')} /> : <Age time={endTime} />
}

/** On a phone: how far it went. */
function Span({ row: { min, max } }: { row: TempExcursionRow }) {
  const face = tempExcursionResource.fields.max
  const [low, high] = [measureText(min, face), measureText(max, face)]
  return (
    <span className="num">
      {low === high ? high : `${low} – ${high}`} <span className="unit">{shownUnit(face.unit)}</span>
    </span>
  )
}

/** What the list of all excursions and that of a device show alike. */
export const EXCURSION_SLOTS = {
  cells: { endTime: (row) => <End row={row} /> },
  phone: {
    title: ({ deviceIdName }) => deviceIdName,
    right: (row) => <Span row={row} />,
    // The end stands at the right of it.
    second: (row) => (
      <span className="num">
        {showTime(row.startTime)} · {durationText(row.lasted)}
      </span>
    ),
  },
  readOnly: true,
} satisfies ListSlots<typeof tempExcursionResource>
