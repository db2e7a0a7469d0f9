import { type RolloutRow, type RolloutState, rolloutResource, USUAL_WAVES } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import type { GlyphName } from '../../parts/icon/glyphs.tsx'
import { Chip, type ChipTone } from '../../parts/reading/status-chip.tsx'
import './firmware.css'

function Done({ row: { doneCount, deviceCount } }: { row: RolloutRow }) {
  return (
    <span className="num">
      {doneCount} / {deviceCount}
    </span>
  )
}

const LOOKS: Readonly<Record<RolloutState, { tone: ChipTone; glyph?: GlyphName }>> = {
  PLANNED: { tone: 'off' },
  RUNNING: { tone: 'plain', glyph: 'moving' },
  PAUSED: { tone: 'plain', glyph: 'unconfirmed' },
  STOPPED: { tone: 'barred', glyph: 'failed' },
  DONE: { tone: 'plain', glyph: 'done' },
}

function State({ row: { state } }: { row: RolloutRow }) {
  useText()
  return <Chip {...LOOKS[state]} text={byName(`enum.rolloutState.${state}`, state)} />
}

/** What the list of roll-outs and those of one firmware show alike. */
export const ROLLOUT_SLOTS: ListSlots<typeof rolloutResource> = {
  cells: { state: (row) => <State row={row} />, doneCount: (row) => <Done row={row} /> },
  form: { initial: { waves: USUAL_WAVES, pauseMinutes: 60, maxFailurePct: 10, timeoutHours: 24 } },
  phone: {
    right: (row) => <Done row={row} />,
    second: (row) => (
      <>
        <State row={row} />
        <span className="clip">{row.firmwareIdName}</span>
      </>
    ),
  },
}

/** Firmware on its way to devices. */
export default function RolloutScreen() {
  const { t } = useText()
  const empty = <EmptyState icon="upload" text={t('firmware.noRollouts')} hint={t('firmware.noRolloutsHint')} />
  return <ListPage resource={rolloutResource} slots={{ ...ROLLOUT_SLOTS, empty }} />
}
