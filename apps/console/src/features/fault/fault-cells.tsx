import type { ReactNode } from 'react'
import type { AnyRow } from '../../lib/resource-calls.ts'
import { byName, textsUnder, useText } from '../../lib/text.ts'
import { DeviceName } from '../../parts/device-name.tsx'
import { Chip } from '../../parts/status-chip.tsx'

/** Codes of faults that have words. */
export const faultCodes = (): string[] =>
  textsUnder('fault.').flatMap(([key]) => /^fault\.([A-Z][0-9]{2})$/.exec(key)?.slice(1) ?? [])

const LEVELS = ['level1', 'level2', 'level3', 'level4'] as const

const toneOf = (row: AnyRow) => LEVELS[Math.min(Math.max(Number(row['level']), 1), 4) - 1]!

function Device({ row }: { row: AnyRow }) {
  return (
    <DeviceName
      id={String(row['deviceId'])}
      type={String(row['deviceTypeCode'])}
      name={String(row['deviceName'])}
      below={String(row['deviceNo'])}
    />
  )
}

/** The silhouette is the level, the word says it (look.md 2.4). */
function Level({ row }: { row: AnyRow }) {
  useText()
  return <Chip tone={toneOf(row)} glyph={toneOf(row)} text={byName(`enum.level.${String(row['level'])}`)} />
}

function Code({ row }: { row: AnyRow }) {
  useText()
  const code = String(row['code'])
  return (
    <span>
      {byName(`fault.${code}`, code)} <small className="t3 num">{code}</small>
    </span>
  )
}

function Condition({ row }: { row: AnyRow }) {
  useText()
  const state = String(row['conditionState'])
  return <Chip tone={state === 'ACTIVE' ? toneOf(row) : 'plain'} text={byName(`enum.conditionState.${state}`)} />
}

function Handling({ row }: { row: AnyRow }) {
  useText()
  const state = String(row['handleState'])
  const word = byName(`enum.handleState.${state}`)
  return state === 'UNHANDLED' ? <b>{word}</b> : <span className="t2">{word}</span>
}

/** The columns of domain 6.6. */
export const FAULT_CELLS: Record<string, (row: AnyRow) => ReactNode> = {
  deviceName: (row) => <Device row={row} />,
  level: (row) => <Level row={row} />,
  code: (row) => <Code row={row} />,
  conditionState: (row) => <Condition row={row} />,
  handleState: (row) => <Handling row={row} />,
}
