import type { faultResource, FaultRow } from '@sluice/contract'
import { byName, textsUnder, useText } from '../../lib/text.ts'
import { DeviceName } from '../../parts/device-name.tsx'
import type { ListSlots } from '../../parts/list/list-slots.ts'
import { Chip } from '../../parts/status-chip.tsx'
import { refreshFaultCount } from './fault-count.ts'
import './fault.css'

/** Codes of faults that have words. */
export const faultCodes = (): string[] =>
  textsUnder('fault.').flatMap(([key]) => /^fault\.([A-Z][0-9]{2})$/.exec(key)?.slice(1) ?? [])

const LEVELS = ['level1', 'level2', 'level3', 'level4'] as const

const toneOf = (row: FaultRow) => LEVELS[Math.min(Math.max(row.level, 1), 4) - 1]!

function Device({ row }: { row: FaultRow }) {
  return <DeviceName id={row.deviceId} type={row.deviceTypeCode} name={row.deviceName} below={row.deviceNo} />
}

/** The silhouette is the level, the word says it (docs/spec/look.md#2.4). */
function Level({ row }: { row: FaultRow }) {
  useText()
  return <Chip tone={toneOf(row)} glyph={toneOf(row)} text={byName(`enum.level.${row.level}`)} />
}

function Code({ row }: { row: FaultRow }) {
  useText()
  const code = row.code
  return (
    <span>
      {byName(`fault.${code}`, code)} <small className="t3 num">{code}</small>
    </span>
  )
}

function Condition({ row }: { row: FaultRow }) {
  useText()
  const state = row.conditionState
  return <Chip tone={state === 'ACTIVE' ? toneOf(row) : 'plain'} text={byName(`enum.conditionState.${state}`)} />
}

function Handling({ row }: { row: FaultRow }) {
  useText()
  const state = row.handleState
  const word = byName(`enum.handleState.${state}`)
  return state === 'UNHANDLED' ? <b>{word}</b> : <span className="t2">{word}</span>
}

/** The columns of domain 6.6; whoever takes a fault on is seen in the bell too. */
export const FAULT_SLOTS = {
  cells: {
    deviceName: (row) => <Device row={row} />,
    level: (row) => <Level row={row} />,
    code: (row) => <Code row={row} />,
    conditionState: (row) => <Condition row={row} />,
    handleState: (row) => <Handling row={row} />,
  },
  onDone: () => void refreshFaultCount(),
} satisfies ListSlots<typeof faultResource>
