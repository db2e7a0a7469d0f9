import {
  COMMAND_SOURCES,
  COMMAND_STATUSES,
  type CommandSource,
  type commandPage,
  type CommandStatus,
  type InputOf,
} from '@sluice/contract'
import { Select } from 'antd'
import { useText } from '../../lib/text.ts'

export interface LedgerFilters {
  code?: string
  status?: CommandStatus
  source?: CommandSource
  /** Made in so many days up to now. */
  days?: number
}

const DAYS = [1, 7, 30, 90]
const DAY_MS = 86_400_000

export function queryOf({ days, ...filters }: LedgerFilters, now: number): Partial<InputOf<typeof commandPage>> {
  return { ...filters, ...(days === undefined ? {} : { startTime: new Date(now - days * DAY_MS).toISOString() }) }
}

interface SearchProps {
  /** What the device can be told. */
  codes: readonly string[]
  filters: LedgerFilters
  onChange: (filters: LedgerFilters) => void
}

/** By command, state, source and time (domain 4.5). */
export function LedgerSearch({ codes, filters, onChange }: SearchProps) {
  const { t, byName } = useText()
  const set = <K extends keyof LedgerFilters>(name: K, value: LedgerFilters[K] | undefined) => {
    const { [name]: _old, ...others } = filters
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  const select = <K extends keyof LedgerFilters>(
    name: K,
    all: string,
    options: { value: NonNullable<LedgerFilters[K]>; label: string }[],
  ) => (
    <Select<NonNullable<LedgerFilters[K]>>
      allowClear
      className="tool-select"
      value={filters[name] ?? null}
      placeholder={all}
      aria-label={all}
      options={options}
      onChange={(next) => set(name, next)}
    />
  )
  return (
    <div className="ledger-search">
      {select(
        'status',
        t('ledger.allStatuses'),
        COMMAND_STATUSES.map((value) => ({ value, label: byName(`ledgerStatus.${value}`) })),
      )}
      {select(
        'code',
        t('ledger.allCodes'),
        codes.map((value) => ({ value, label: byName(`command.${value}`, value) })),
      )}
      {select(
        'source',
        t('ledger.allSources'),
        COMMAND_SOURCES.map((value) => ({ value, label: byName(`enum.commandSource.${value}`, value) })),
      )}
      {select(
        'days',
        t('ledger.allTimes'),
        DAYS.map((value) => ({ value, label: value === 1 ? t('ledger.day') : t('ledger.days', { n: value }) })),
      )}
    </div>
  )
}
