import { Table } from 'antd'
import TableMeasureRowContext from 'antd/es/table/TableMeasureRowContext'
import { type ReactNode, useContext, useId, useState } from 'react'
import { useText } from '../../lib/text.ts'
import { useMobile } from '../../lib/width.ts'
import { isTabStop, rowKeys } from './row-keys.ts'
import { type ValveActs, valveColumns } from './valve-columns.tsx'
import type { ValveRow } from './valve-rows.ts'
import { edgeOf } from './valve-status.tsx'

/** What one key or one link may send to the valve of a row. */
export type RowOrders = NonNullable<ValveActs['orders']>

interface ValveTableProps {
  list: readonly ValveRow[]
  acts: ValveActs
  /** Null: nobody here may act on several. */
  chosen: readonly string[] | null
  onChoose: (ids: readonly string[]) => void
  old: boolean
  empty: ReactNode
}

/** antd repeats the header unseen to measure it; a second select-all box there could take the focus. */
function SelectAll({ children }: { children: ReactNode }) {
  return useContext(TableMeasureRowContext) ? null : children
}

const idOf = ({ device }: ValveRow) => device.id

/** The rows with their left edge, chosen by box or space bar, walked with the arrows. */
export function ValveTable({ list, acts, chosen, onChoose, old, empty }: ValveTableProps) {
  const { t } = useText()
  const mobile = useMobile()
  const keysHint = useId()
  const [lastId, setLastId] = useState<string | null>(null)
  const { onControl, orders } = acts
  const turn = (id: string) => {
    if (chosen) onChoose(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  }
  return (
    <div className={old ? 'list-table old' : 'list-table'}>
      <Table<ValveRow>
        rowKey={idOf}
        dataSource={list}
        columns={valveColumns(acts, mobile)}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: empty }}
        rowClassName={edgeOf}
        aria-label={t('valve.title')}
        onRow={(row) => ({
          tabIndex: isTabStop(row, list, lastId) ? 0 : -1,
          'aria-describedby': keysHint,
          onFocus: () => setLastId(idOf(row)),
          onKeyDown: rowKeys({
            onOpen: onControl && (() => onControl(row)),
            onChoose: chosen && (() => turn(idOf(row))),
            onStop: orders && (() => orders.order('STOP', row)),
            onRead: orders && (() => orders.order('READ', row)),
          }),
        })}
        {...(chosen && {
          rowSelection: {
            selectedRowKeys: [...chosen],
            onChange: (keys) => onChoose(keys.map(String)),
            columnTitle: (box: ReactNode) => <SelectAll>{box}</SelectAll>,
            getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectAll') }),
            getCheckboxProps: ({ device }) => ({ 'aria-label': t('list.select', { name: String(device['name']) }) }),
          },
        })}
      />
      <p id={keysHint} className="row-keys">
        {t(chosen ? 'valve.keys' : 'valve.keysReader')}
      </p>
    </div>
  )
}
