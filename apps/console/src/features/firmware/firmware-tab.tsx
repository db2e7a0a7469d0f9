import { type DeviceRow, FIRMWARE_OPEN_STATES, firmwareDeviceResource, rolloutResource } from '@sluice/contract'
import { useMemo } from 'react'
import { useCurrentState } from '../../domain/state/current-state.ts'
import { usePage } from '../../lib/api/answer.ts'
import { useFreshRows } from '../../lib/api/fresh-rows.ts'
import { useText } from '../../lib/text/text.ts'
import { DetailLink } from '../../parts/detail-link.tsx'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { Age } from '../../parts/reading/reading.tsx'
import { Fact, Facts } from '../../parts/section/facts.tsx'
import { Section } from '../../parts/section/section.tsx'
import { FIRMWARE_DEVICE_SLOTS, FirmwareProgress, FirmwareState } from './firmware-device-slots.tsx'
import './firmware.css'

/** What the device last said that it runs, in the words of its own report. */
function Running({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const { data: state, pending } = useCurrentState(deviceId)
  const version = state?.values['current_fw_version']
  const title = state?.values['current_fw_title']?.v
  if (pending) return <span className="t3">…</span>
  if (version?.v == null) return <span className="t3">{t('firmware.unsaid')}</span>
  return (
    <span className="row wrap">
      <b className="firmware-version">{[title, version.v].filter((part) => part != null).join(' ')}</b>
      <span className="t3">
        {t('firmware.said')} <Age time={version.ts} />
      </span>
    </span>
  )
}

/** The roll-out that has the device now: it is in one at a time. */
function UnderWay({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const query = { deviceId, state: FIRMWARE_OPEN_STATES.join(), limit: 1 }
  const open = usePage(firmwareDeviceResource, query)
  useFreshRows(firmwareDeviceResource.name, 'rows')
  return (
    <Fetched query={open} rows={1}>
      {({ list: [row] }) =>
        row ? (
          <span className="row wrap">
            <FirmwareState row={row} />
            <b>{row.firmware}</b>
            <FirmwareProgress row={row} />
            <DetailLink resource={rolloutResource.name} id={row.rolloutId}>
              {row.rolloutIdName}
            </DetailLink>
          </span>
        ) : (
          <span className="t3">{t('firmware.notUnderWay')}</span>
        )
      }
    </Fetched>
  )
}

/** The page already shows the device and what it runs. */
const OF_DEVICE = ['deviceId', 'currentVersion'] as const
const ITS_FILTERS = ['deviceId', 'rolloutId'] as const
const ITS_ROW: NonNullable<ListSlots<typeof firmwareDeviceResource>['phone']> = {
  ...FIRMWARE_DEVICE_SLOTS.phone,
  title: ({ firmware }) => firmware,
  second: (row) => (
    <>
      <FirmwareProgress row={row} />
      <span className="clip">{row.rolloutIdName}</span>
    </>
  ),
}

/** The firmware of one device: what it runs, what is on its way to it, and what became of every attempt. */
export function FirmwareTab({ device: { id } }: { device: DeviceRow }) {
  const { t } = useText()
  const within = useMemo(() => ({ deviceId: id }), [id])
  return (
    <div className="stack">
      <Section title={t('firmware.ofDevice')} label={t('firmware.ofDevice')}>
        <Facts>
          <Fact name={t('firmware.runs')}>
            <Running deviceId={id} />
          </Fact>
          <Fact name={t('firmware.underWay')}>
            <UnderWay deviceId={id} />
          </Fact>
        </Facts>
      </Section>
      <ListPage
        resource={firmwareDeviceResource}
        slots={{
          ...FIRMWARE_DEVICE_SLOTS,
          phone: ITS_ROW,
          fixedFilters: within,
          omitColumns: OF_DEVICE,
          omitFilters: ITS_FILTERS,
          empty: <EmptyState icon="history" text={t('firmware.noAttempts')} hint={t('firmware.noAttemptsHint')} />,
        }}
      />
    </div>
  )
}
