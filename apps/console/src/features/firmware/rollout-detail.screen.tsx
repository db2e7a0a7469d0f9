import {
  factsOf,
  type FirmwareDeviceRow,
  firmwareDeviceResource,
  rolloutProgress,
  rolloutResource,
  type RolloutRow,
  type RolloutWave,
} from '@sluice/contract'
import { useMemo } from 'react'
import { useAnswer } from '../../lib/api/answer.ts'
import { useRowsChanged } from '../../lib/api/fresh-rows.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { DetailPage } from '../../parts/detail-page/detail-page.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { Detail } from '../../parts/section/detail.tsx'
import { FIRMWARE_DEVICE_SLOTS, FirmwareProgress } from './firmware-device-slots.tsx'
import { Section } from '../../parts/section/section.tsx'
import './firmware.css'

const PARTS = ['updated', 'underWay', 'failed', 'skipped'] as const

function Wave({ wave, isOpen }: { wave: RolloutWave; isOpen: boolean }) {
  const { t } = useText()
  const said = [...PARTS, 'waiting' as const].filter((part) => wave[part] > 0)
  return (
    <li className="wave">
      <div className="wave-head">
        <span>
          <strong>{t('firmware.wave', { n: wave.wave })}</strong>{' '}
          <span className="t3">
            {t('firmware.waveOf', { n: wave.devices })} · {t(isOpen ? 'firmware.waveOpen' : 'firmware.waveClosed')}
          </span>
        </span>
        <span className="t2 num">
          {said.map((part) => t(`firmware.part.${part}`, { n: wave[part] })).join(' · ')}
          {wave.underWay > 0 && ` · ${t('firmware.mean', { percent: wave.percent })}`}
        </span>
      </div>
      <div className="wave-bar" aria-hidden="true">
        {PARTS.filter((part) => wave[part] > 0).map((part) => (
          <i key={part} className={`wave-${part}`} style={{ width: `${(wave[part] * 100) / wave.devices}%` }} />
        ))}
      </div>
    </li>
  )
}

function Overview({ row }: { row: RolloutRow }) {
  const { t } = useText()
  const progress = useAnswer(rolloutProgress, { id: row.id }, { follows: [row.version], keep: true })
  useRowsChanged(firmwareDeviceResource.name, () => void progress.refetch())
  return (
    <div className="stack">
      <Section title={t('firmware.waves')}>
        {row.reason !== null && (
          <p className="notice">
            <Glyph name="level2" />
            {byName(`enum.rolloutReason.${row.reason}`, row.reason)}
          </p>
        )}
        <Fetched query={progress}>
          {(waves) => (
            <ol className="waves">
              {waves.map((wave) => (
                <Wave key={wave.wave} wave={wave} isOpen={wave.wave <= row.wave} />
              ))}
            </ol>
          )}
        </Fetched>
      </Section>
      <Section title={t('detail.facts')}>
        <Detail
          resource={rolloutResource}
          row={row}
          names={factsOf(rolloutResource) as (keyof typeof rolloutResource.fields)[]}
        />
      </Section>
    </div>
  )
}

/** The page already names it, and the firmware that it brings. */
const OF_ROLLOUT = ['rolloutId', 'firmware'] as const
const ITS_FILTERS = ['rolloutId'] as const

function Devices({ rolloutId }: { rolloutId: string }) {
  const slots = useMemo(
    () => ({
      ...FIRMWARE_DEVICE_SLOTS,
      fixedFilters: { rolloutId },
      omitColumns: OF_ROLLOUT,
      omitFilters: ITS_FILTERS,
      phone: { ...FIRMWARE_DEVICE_SLOTS.phone, second: (row: FirmwareDeviceRow) => <FirmwareProgress row={row} /> },
    }),
    [rolloutId],
  )
  return <ListPage resource={firmwareDeviceResource} slots={slots} />
}

/** One roll-out: its waves, and how each device stands. */
export default function RolloutDetailScreen() {
  return (
    <DetailPage
      resource={rolloutResource}
      slots={{
        mark: () => <Icon name="upload" size={22} />,
        overview: (row) => <Overview row={row} />,
        tabs: { devices: (row) => <Devices rolloutId={row.id} /> },
      }}
    />
  )
}
