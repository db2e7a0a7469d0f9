import type { ListedFault } from '@sluice/contract'
import type { TableColumnsType } from 'antd'
import { Link } from 'react-router'
import { byName, t, useText } from '../../lib/text.ts'
import { DeviceIcon } from '../../parts/icons.tsx'
import { RowActions } from '../../parts/list/row-actions.tsx'
import { Age } from '../../parts/reading.tsx'
import { Chip } from '../../parts/status-chip.tsx'

const LEVELS = ['level1', 'level2', 'level3', 'level4'] as const

/** The silhouette is the level, the word says it (look.md 2.4). */
function Level({ level }: { level: number }) {
  useText()
  const tone = LEVELS[Math.min(Math.max(level, 1), 4) - 1]!
  return <Chip tone={tone} glyph={tone} text={byName(`enum.level.${level}`, String(level))} />
}

interface Acts {
  onAck: ((fault: ListedFault) => void) | null
  onOpen: (fault: ListedFault) => void
}

function Actions({ fault, acts }: { fault: ListedFault; acts: Acts }) {
  useText()
  const { onAck, onOpen } = acts
  const because = fault.handleState === 'UNHANDLED' ? null : t('fault.ackWhy')
  return (
    <RowActions
      subject={fault.deviceName}
      actions={[
        ...(onAck ? [{ key: 'ack', label: t('fault.ack'), because, onClick: () => onAck(fault) }] : []),
        { key: 'open', label: t('fault.openDevice'), onClick: () => onOpen(fault) },
      ]}
    />
  )
}

/** The columns of domain 6.6. */
export function faultColumns(acts: Acts, mobile: boolean): TableColumnsType<ListedFault> {
  return [
    {
      key: 'device',
      title: t('fault.device'),
      render: (_value, row) => (
        <span className="device-name">
          <span className="tile">
            <DeviceIcon type={row.deviceTypeCode} size={18} />
          </span>
          <span className="list-name">
            <Link to={`/device/detail/${row.deviceId}`}>{row.deviceName}</Link>
            <small className="num">{row.deviceNo}</small>
          </span>
        </span>
      ),
    },
    { key: 'level', title: t('fault.level'), render: (_value, row) => <Level level={row.level} /> },
    {
      key: 'code',
      title: t('fault.code'),
      render: (_value, row) => (
        <span>
          {byName(`fault.${row.code}`, row.code)} <small className="t3 num">{row.code}</small>
        </span>
      ),
    },
    { key: 'dept', title: t('fault.dept'), render: (_value, row) => <span className="t2">{row.deptName}</span> },
    { key: 'first', title: t('fault.firstTime'), render: (_value, row) => <Age time={row.firstTime} /> },
    { key: 'last', title: t('fault.lastTime'), render: (_value, row) => <Age time={row.lastTime} /> },
    {
      key: 'count',
      title: t('fault.count'),
      align: 'right',
      render: (_value, row) => <span className="num">{row.count}</span>,
    },
    {
      key: 'condition',
      title: t('fault.state'),
      render: (_value, row) =>
        row.conditionState === 'ACTIVE' ? (
          <FaultState fault={row} />
        ) : (
          <Chip tone="plain" text={byName('enum.conditionState.CLEARED')} />
        ),
    },
    {
      key: 'handling',
      title: t('fault.handleState'),
      render: (_value, row) =>
        row.handleState === 'UNHANDLED' ? (
          <b>{byName('enum.handleState.UNHANDLED')}</b>
        ) : (
          <span className="t2">{byName(`enum.handleState.${row.handleState}`)}</span>
        ),
    },
    {
      key: 'actions',
      title: t('list.actions'),
      width: 1,
      ...(mobile ? {} : { fixed: 'end' as const }),
      render: (_value, row) => <Actions fault={row} acts={acts} />,
    },
  ]
}

function FaultState({ fault }: { fault: ListedFault }) {
  useText()
  const tone = LEVELS[Math.min(Math.max(fault.level, 1), 4) - 1]!
  return <Chip tone={tone} text={byName('enum.conditionState.ACTIVE')} />
}
