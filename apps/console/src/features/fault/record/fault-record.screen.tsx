import { faultRecordResource, type FaultRecordRow, type FieldName, listColumns } from '@sluice/contract'
import { useNavigate } from 'react-router'
import { DeviceName } from '../../../domain/device-name.tsx'
import { useDetailAddress } from '../../../lib/page/detail-address.tsx'
import { usePhone } from '../../../lib/page/width.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { DetailLink } from '../../../parts/detail-link.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { FilterChips } from '../../../parts/list/search/filter-chips.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { FiltersOf } from '../../../parts/list/list-query.ts'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import { StateChip } from '../../../parts/reading/status-chip.tsx'
import { faultCodes } from '../fault-cells.tsx'
import { useFreshFaults } from '../fresh-faults.ts'
import '../fault.css'

/** The device has a column with its name. */
const NO_COLUMNS = ['deviceId'] as const
/** Set by a link, and shown as a chip. */
const OMITTED = ['deviceId', 'figures'] as const
const CHIPS = faultRecordResource.list.filters ?? []
/** A phone has one time in its rows, the last of the columns: when it began. */
const PHONE_COLUMNS = [
  ...listColumns(faultRecordResource).filter((name) => name !== 'firstTime'),
  'firstTime',
] as const satisfies readonly FieldName<typeof faultRecordResource>[]

function FaultOf({ row: { id, code } }: { row: FaultRecordRow }) {
  useText()
  return (
    <span>
      <DetailLink resource="fault" id={id}>
        {byName(`fault.${code}`, code)}
      </DetailLink>{' '}
      <small className="t3 num">{code}</small>
    </span>
  )
}

const SLOTS = {
  cells: {
    faultNo: ({ id, faultNo }) => (
      <DetailLink resource="fault" id={id}>
        <span className="num">{faultNo}</span>
      </DetailLink>
    ),
    deviceName: ({ deviceId, deviceTypeCode, deviceName, deviceNo }) => (
      <DeviceName id={deviceId} type={deviceTypeCode} name={deviceName} below={deviceNo} />
    ),
    level: ({ level }) => (
      <StateChip tone={levelGlyph(level)} glyph={levelGlyph(level)} text={byName(`enum.level.${level}`)} />
    ),
    code: (row) => <FaultOf row={row} />,
  },
  phone: {
    lead: ({ level }) => <Glyph name={levelGlyph(level)} toned />,
    title: ({ code }) => byName(`fault.${code}`, code),
    second: ({ deviceName }) => <span className="clip">{deviceName}</span>,
    third: ({ handleState, takenName, faultNo }) => (
      <span className="clip num">
        {faultNo} · {byName(`enum.handleState.${handleState}`)} {takenName ?? ''}
      </span>
    ),
    settled: ({ handleState }) => handleState === 'CLOSED',
  },
  omitColumns: NO_COLUMNS,
  omitFilters: OMITTED,
  twoLines: true,
} satisfies ListSlots<typeof faultRecordResource>

interface FaultRecordProps {
  /** Of these devices alone, under this title and with these columns; the same objects on every render. */
  only?: Pick<FiltersOf<typeof faultRecordResource>, 'deviceTypeCode'>
  title?: string
  columns?: readonly FieldName<typeof faultRecordResource>[]
}

/** Every fault there ever was: each row leads to its page. */
export default function FaultRecordScreen({ only, title, columns }: FaultRecordProps) {
  const { t } = useText()
  const phone = usePhone()
  const navigate = useNavigate()
  const addressOf = useDetailAddress('fault')
  useFreshFaults()
  return (
    <ListPage
      resource={faultRecordResource}
      slots={{
        ...SLOTS,
        options: { code: faultCodes() },
        counts: ({ filters }, _setFilter, filter) => (
          <FilterChips resource={faultRecordResource} filters={filters} names={CHIPS} onFilter={filter} />
        ),
        ...(only && { fixedFilters: only, title }),
        ...(phone ? { columns: PHONE_COLUMNS } : columns && { columns }),
        ...(addressOf && { onOpen: ({ id }: { id: string }) => void navigate(addressOf(id)) }),
        empty: <EmptyState icon="history" text={t('faultRecord.none')} hint={t('faultRecord.noneHint')} />,
      }}
    />
  )
}
