import { type ReactNode, type RefObject, useId, useMemo } from 'react'
import { useText } from '../../lib/text.ts'
import { useMobile } from '../../lib/width.ts'
import { LongTable } from '../../parts/list/long-table.tsx'
import { takeOrderKey } from './row-keys.ts'
import { type ValveActs, valveColumns } from './valve-columns.tsx'
import { isSame, type ValveRow } from './valve-rows.ts'
import { edgeOf } from './valve-status.tsx'

/** What one key or one link may send to the valve of a row. */
export type RowOrders = NonNullable<ValveActs['orders']>

interface ValveTableProps {
  list: readonly ValveRow[]
  /** Kept from one drawing to the next. */
  acts: ValveActs
  /** Null: nobody here may act on several. */
  chosen: readonly string[] | null
  onChoose: (ids: readonly string[]) => void
  old: boolean
  empty: ReactNode
  place: RefObject<HTMLDivElement | null>
}

/** The rows with their left edge, chosen by box or space bar, walked with the arrows. */
export function ValveTable({ list, acts, chosen, onChoose, old, empty, place }: ValveTableProps) {
  const { t, language } = useText()
  const mobile = useMobile()
  const keysHint = useId()
  const columns = useMemo(() => {
    // Headings are words.
    void language
    return valveColumns(acts, mobile)
  }, [acts, mobile, language])
  const { onControl, orders } = acts
  return (
    <div ref={place} className={old ? 'list-table old' : 'list-table'}>
      <LongTable<ValveRow>
        label={t('valve.title')}
        rows={list}
        columns={columns}
        same={isSame}
        rowClass={edgeOf}
        nameOf={({ device }) => String(device['name'])}
        selected={chosen}
        onSelect={onChoose}
        onOpen={(row) => onControl?.(row)}
        onRowKey={(event, row) =>
          takeOrderKey(event, {
            onStop: orders && (() => orders.order('STOP', row)),
            onRead: orders && (() => orders.order('READ', row)),
          })
        }
        describedBy={keysHint}
        empty={empty}
        place={place}
      />
      <p id={keysHint} className="row-keys">
        {t(chosen ? 'valve.keys' : 'valve.keysReader')}
      </p>
    </div>
  )
}
