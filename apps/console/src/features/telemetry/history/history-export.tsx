import {
  exportHistory,
  type history,
  type InputOf,
  type OutputOf,
  SHEET_FORMATS,
  type DeviceRow,
  type ProductPoint,
} from '@sluice/contract'
import { usePermission } from '../../../lib/access/access.tsx'
import { call } from '../../../lib/api/api.ts'
import { followJobs } from '../../../lib/api/jobs.ts'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { shownUnit, wayFrom } from '../../../lib/text/units.ts'
import { Icon } from '../../../parts/icon/icons.tsx'
import { MenuButton } from '../../../parts/overlay/menu-button.tsx'

const STATS = ['min', 'max', 'delta', 'bad', 'gapFrom'] as const
/** Columns that are not in the metric's unit. */
const BARE: readonly string[] = ['bad', 'gapFrom']
/** Most characters of a sheet's title. */
const TITLE_MOST = 60

/** The names of the columns: a metric with its unit, and the extra values of a bucket. */
function wordsOf(device: DeviceRow, points: readonly ProductPoint[]) {
  const columns = points.flatMap((point): [string, string][] => {
    const [name, of] = [metricLabel(point.key, point), point.unit ? ` (${shownUnit(point.unit)})` : '']
    return [
      [point.key, name + of],
      ...STATS.map((stat): [string, string] => [
        `${point.key}.${stat}`,
        `${name} ${t(`history.${stat}`)}${BARE.includes(stat) ? '' : of}`,
      ]),
    ]
  })
  return {
    title: `${device.name} ${t('device.history')}`.slice(0, TITLE_MOST),
    labels: {
      t: t('history.time'),
      unit: byName('device.deviceNo'),
      gap: t('history.gap'),
      gapTo: t('history.gapTo'),
      gapMinutes: t('history.gapMinutesLong'),
      ...Object.fromEntries(columns),
    },
    units: Object.fromEntries(
      points.flatMap(({ key, unit }) => (wayFrom(unit) ? [[key, shownUnit(unit)!] as const] : [])),
    ),
    yes: t('state.yes'),
    no: t('state.no'),
  }
}

interface HistoryExportProps {
  device: DeviceRow
  points: readonly ProductPoint[]
  ask: { startTime: string; endTime: string }
  /** The bucket that is shown. */
  bucket: OutputOf<typeof history>['bucket']
}

/** Exports the range as a sheet: as shown, and report by report where that has more rows. */
export function HistoryExport({ device, points, ask, bucket }: HistoryExportProps) {
  useText()
  const may = usePermission(['history:export'])
  if (!may || points.length === 0) return null
  const buckets = bucket === 'RAW' ? (['RAW'] as const) : ([bucket, 'RAW'] as const)
  const start = (input: Pick<InputOf<typeof exportHistory>, 'bucket' | 'format'>) => {
    const keys = points.map(({ key }) => key).join(',')
    const asked = { ...ask, ...input, deviceId: device.id, keys, words: wordsOf(device, points) }
    // The request layer shows a refusal.
    void call(exportHistory, asked).then(followJobs, () => undefined)
  }
  return (
    <MenuButton
      label={t('export.title')}
      testId="history-export"
      items={buckets.flatMap((one) =>
        SHEET_FORMATS.toReversed().map((format) => ({
          key: `${one} ${format}`,
          label: t('history.export', { bucket: byName(`enum.bucket.${one}`), format: format.toUpperCase() }),
          icon: <Icon name="download" size={16} />,
          onSelect: () => start({ bucket: one, format }),
        })),
      )}
    >
      <Icon name="download" size={16} />
    </MenuButton>
  )
}
