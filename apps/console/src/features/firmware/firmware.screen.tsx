import { type FirmwareRow, firmwareResource } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { bytesText } from '../../lib/text/value-text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import type { GlyphName } from '../../parts/icon/glyphs.tsx'
import { Chip, type ChipTone } from '../../parts/reading/status-chip.tsx'
import './firmware.css'

/** Enough to compare with what a build says. */
const SHOWN_DIGITS = 12

const LOOKS: Readonly<Record<FirmwareRow['status'], { tone: ChipTone; glyph?: GlyphName }>> = {
  DRAFT: { tone: 'off' },
  RELEASED: { tone: 'plain', glyph: 'done' },
  WITHDRAWN: { tone: 'barred', glyph: 'disabled' },
}

function State({ row: { status } }: { row: FirmwareRow }) {
  useText()
  return <Chip {...LOOKS[status]} text={byName(`enum.firmwareStatus.${status}`, status)} />
}

const SLOTS: ListSlots<typeof firmwareResource> = {
  cells: {
    status: (row) => <State row={row} />,
    sha256: ({ sha256 }: FirmwareRow) => <code title={sha256}>{sha256.slice(0, SHOWN_DIGITS)}…</code>,
  },
  phone: {
    second: (row) => (
      <>
        <State row={row} />
        <span className="clip">{row.productIdName}</span>
        <span className="num">{bytesText(row.size)}</span>
      </>
    ),
  },
}

/** Firmware of products: brought, released, withdrawn. */
export default function FirmwareScreen() {
  const { t } = useText()
  const empty = <EmptyState icon="box" text={t('firmware.none')} hint={t('firmware.noneHint')} />
  return <ListPage resource={firmwareResource} slots={{ ...SLOTS, empty }} />
}
