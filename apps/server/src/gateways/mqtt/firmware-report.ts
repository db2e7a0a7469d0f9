import type { TbEntry } from '@sluice/codecs'
import type { FirmwareReport } from '../gateway.ts'

/** The keys in which a device speaks of its firmware, as ThingsBoard names them. */
const KEYS = {
  title: 'current_fw_title',
  version: 'current_fw_version',
  state: 'fw_state',
  error: 'fw_error',
} as const satisfies Record<keyof FirmwareReport, string>

/** What a report says about the firmware, the last word of each key; undefined where it says nothing. */
export function firmwareReportOf(entries: readonly TbEntry[]): FirmwareReport | undefined {
  const report: FirmwareReport = {}
  for (const { values } of entries) {
    for (const [name, key] of Object.entries(KEYS)) {
      if (Object.hasOwn(values, key)) report[name as keyof FirmwareReport] = String(values[key]).slice(0, 200)
    }
  }
  return Object.keys(report).length > 0 ? report : undefined
}
