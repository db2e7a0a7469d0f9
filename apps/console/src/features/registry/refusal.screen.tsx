import { refusalResource, type RefusalRow } from '@sluice/contract'
import { MISSING } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { Hex } from '../../domain/frame/frame-view.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Cells } from '../../parts/list/table/table-props.ts'

function Remote({ row }: { row: RefusalRow }) {
  const { t } = useText()
  return <span className="mono">{row.remote || t('refusal.anywhere')}</span>
}

const CELLS: Cells<typeof refusalResource> = {
  remote: (row) => <Remote row={row} />,
  station: (row) => <span className="mono t2">{row.station || MISSING}</span>,
}

/** What to do about it, the gateway's message, and the bytes of the last one from the error on. */
function Refusal({ row }: { row: RefusalRow }) {
  const { t } = useText()
  const { detail, hex, byteAt: at } = row
  return (
    <div className="frame-view" data-testid="refusal">
      <p>
        <b>{t('refusal.todo')}</b> {byName(`refusal.hint.${row.reason}`)}
      </p>
      {detail && <p className="t2">{detail}</p>}
      {at !== null && <p className="frame-partial">{t('refusal.at', { at })}</p>}
      {hex && <Hex hex={hex} markAt={at} />}
    </div>
  )
}

/** What this platform refused, from whom and why: one row per kind, counted. */
export default function RefusalScreen() {
  const { t } = useText()
  return (
    <ListPage
      resource={refusalResource}
      slots={{
        cells: CELLS,
        expanded: (row) => <Refusal row={row} />,
        empty: <EmptyState icon="inbox" text={t('refusal.none')} hint={t('refusal.noneHint')} />,
      }}
    />
  )
}
