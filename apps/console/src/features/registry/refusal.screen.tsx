import { refusalResource } from '@sluice/contract'
import type { ReactNode } from 'react'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { byName, useText } from '../../lib/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Hex } from '../../parts/frame-view.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

function Remote({ row }: { row: AnyRow }) {
  const { t } = useText()
  return <span className="mono">{textOf(row['remote']) || t('refusal.anywhere')}</span>
}

const CELLS: Record<string, (row: AnyRow) => ReactNode> = {
  remote: (row) => <Remote row={row} />,
  station: (row) => <span className="mono t2">{textOf(row['station']) || MISSING}</span>,
}

/** What to do about it, what the gateway said, and the bytes of the last one from where they went wrong. */
function Refusal({ row }: { row: AnyRow }) {
  const { t } = useText()
  const detail = textOf(row['detail'])
  const hex = textOf(row['hex'])
  const at = row['byteAt'] as number | null
  return (
    <div className="frame-view" data-testid="refusal">
      <p>
        <b>{t('refusal.todo')}</b> {byName(`refusal.hint.${textOf(row['reason'])}`)}
      </p>
      {detail !== '' && <p className="t2">{detail}</p>}
      {at !== null && <p className="frame-partial">{t('refusal.at', { at })}</p>}
      {hex !== '' && <Hex hex={hex} markAt={at} />}
    </div>
  )
}

/** What this platform did not take, by whom and why: a row a kind, counted. */
export default function RefusalScreen() {
  const { t } = useText()
  return (
    <ListPage
      resource={refusalResource}
      slots={{
        cells: CELLS,
        unfold: (row) => <Refusal row={row} />,
        nothing: <EmptyState icon="inbox" text={t('refusal.none')} hint={t('refusal.noneHint')} />,
      }}
    />
  )
}
