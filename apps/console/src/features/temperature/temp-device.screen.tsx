import { type TempDeviceRow, tempDeviceResource, type TempState } from '@sluice/contract'
import { useNavigate } from 'react-router'
import { DeviceName } from '../../domain/device-name.tsx'
import { useReadNow } from '../../domain/command/read-now.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { measureText, shownUnit } from '../../lib/text/units.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import type { RowAction } from '../../parts/list/table/row-actions.tsx'
import type { Cells } from '../../parts/list/table/table-props.ts'
import { Age, staleAfterMs } from '../../parts/reading/reading.tsx'
import { StateChip, type StateTone } from '../../parts/reading/status-chip.tsx'
import type { GlyphName } from '../../parts/icon/glyphs.tsx'
import './temperature.css'

const LOOKS: Readonly<Record<TempState, StateTone & GlyphName>> = {
  NORMAL: 'online',
  HIGH: 'level3',
  LOW: 'level3',
  HUMIDITY: 'level2',
  PROBE: 'level2',
}

function State({ row: { tempState } }: { row: TempDeviceRow }) {
  useText()
  if (tempState === null) return <span className="t3">{MISSING}</span>
  const look = LOOKS[tempState]
  return <StateChip tone={look} glyph={look} text={byName(`enum.tempState.${tempState}`, tempState)} />
}

/** Out of limits: heavier, with the side before the number. */
function Temperature({ row: { temperature, tempState } }: { row: TempDeviceRow }) {
  const mark = tempState === 'HIGH' ? '▲ ' : tempState === 'LOW' ? '▼ ' : ''
  return (
    <span className={mark ? 'num temp-out' : 'num'}>
      {temperature === null ? MISSING : mark + measureText(temperature, tempDeviceResource.fields.temperature)}
    </span>
  )
}

/** What a probe is to keep, on a phone: `0.0 – 4.0`. */
function Limits({ row: { lower, upper } }: { row: TempDeviceRow }) {
  if (lower === null && upper === null) return null
  const side = (limit: number | null) =>
    limit === null ? MISSING : measureText(limit, tempDeviceResource.fields.lower)
  return (
    <span className="num t2">
      {side(lower)} – {side(upper)}
    </span>
  )
}

const CELLS: Cells<typeof tempDeviceResource> = {
  name: (row) => <DeviceName id={row.id} type="TEMP" name={row.name} below={row.deviceNo} />,
  tempState: (row) => <State row={row} />,
  temperature: (row) => <Temperature row={row} />,
  lastSeenTime: (row) => <Age time={row.lastSeenTime} staleAfter={staleAfterMs(row.reportIntervalS)} />,
}

/** Values, and how they stand to the limits, are as of the request; reports are no writes that lists are told of. */
const AGAIN_MS = 15_000
const TRAY = ['curve', 'READ', 'edit']

/** Probes behind their masters: what they measure, what they are to keep, and whether they do (domain 2.3). */
export default function TempDeviceScreen() {
  const { t } = useText()
  const navigate = useNavigate()
  const read = useReadNow()
  const rowActions = (row: TempDeviceRow): RowAction[] => [
    {
      key: 'curve',
      label: t('temp.curve'),
      onClick: () => void navigate(`/device/detail/${row.id}?tab=history`),
    },
    ...(read
      ? [
          {
            key: 'READ',
            label: t('temp.read'),
            because: row.commands.some(({ code }) => code === 'READ') ? null : t('temp.cannotRead'),
            onClick: () => read(row.id, row.name),
          },
        ]
      : []),
    {
      key: 'excursions',
      label: t('temp.excursions'),
      onClick: () => void navigate(`/device/detail/${row.id}?tab=excursions`),
    },
  ]
  const slots: ListSlots<typeof tempDeviceResource> = {
    twoLines: true,
    cells: CELLS,
    phone: {
      right: (row) => (
        <>
          <Temperature row={row} />{' '}
          <span className="unit">{shownUnit(tempDeviceResource.fields.temperature.unit)}</span>
        </>
      ),
      second: (row) => (
        <>
          <State row={row} />
          <Limits row={row} />
        </>
      ),
      tray: TRAY,
    },
    form: {
      title: t('temp.limits'),
      action: t('temp.limits'),
      below: () => <p className="hint">{t('temp.ownHint')}</p>,
    },
    rowActions,
    refetchMs: () => AGAIN_MS,
  }
  return <ListPage resource={tempDeviceResource} slots={slots} />
}
