import { type faultResource, type FaultRow, FLAPPING_FROM } from '@sluice/contract'
import { byName, textsUnder, useText } from '../../lib/text/text.ts'
import { Raised } from './raised.tsx'
import { DeviceName } from '../../domain/device-name.tsx'
import { DetailLink } from '../../parts/detail-link.tsx'
import { Glyph, levelGlyph } from '../../parts/icon/glyphs.tsx'
import type { ListSlots } from '../../parts/list/layout/list-slots.ts'
import { Chip, StateChip } from '../../parts/reading/status-chip.tsx'
import { refreshFaultCount } from './fault-count.ts'
import { FAULT_FORMS } from './forms/fault-forms.tsx'
import { onAnswer } from './forms/handled.ts'
import './fault.css'

/** Codes of faults that have texts. */
export const faultCodes = (): string[] =>
  textsUnder('fault.').flatMap(([key]) => /^fault\.([A-Z][A-Z0-9_]*)$/.exec(key)?.slice(1) ?? [])

const toneOf = (row: FaultRow) => levelGlyph(row.level)

const isWaiting = (row: FaultRow) => row.handleState === 'UNHANDLED' && row.conditionState === 'ACTIVE'

/** Of the faults that wait for somebody the worst, of equal ones the first. */
function worstWaiting<Shown extends FaultRow>(rows: readonly Shown[]): Shown | undefined {
  return rows.filter(isWaiting).toSorted((a, b) => b.level - a.level)[0]
}

function FaultName({ row: { id, code, begun } }: { row: FaultRow }) {
  const { t } = useText()
  return (
    <span>
      <DetailLink resource="fault" id={id}>
        {byName(`fault.${code}`, code)}
      </DetailLink>{' '}
      <small className="t3 num">{code}</small>
      {begun >= FLAPPING_FROM && (
        <>
          {' '}
          <Chip tone="plain" glyph="moving" text={t('fault.flaps', { n: begun })} />
        </>
      )}
    </span>
  )
}

/** A fault of before has neither. */
const FOLDABLE = ['valueAtStart', 'thresholdText'] as const

/** The columns and forms of domain 6.6; acknowledging a fault also updates the bell. */
export const FAULT_SLOTS = {
  cells: {
    deviceName: (row) => (
      <DeviceName id={row.deviceId} type={row.deviceTypeCode} name={row.deviceName} below={row.deviceNo} />
    ),
    // The shape shows the level, the word names it (docs/spec/look.md#2.4).
    level: (row) => <StateChip tone={toneOf(row)} glyph={toneOf(row)} text={byName(`enum.level.${row.level}`)} />,
    code: (row) => <FaultName row={row} />,
    valueAtStart: (row) => <Raised row={row} part="value" />,
    thresholdText: (row) => <Raised row={row} part="limit" />,
    consequences: ({ consequences: n }) => (n > 0 ? <Chip tone="plain" glyph="offline" text={String(n)} /> : <></>),
    conditionState: (row) => (
      <StateChip
        tone={row.conditionState === 'ACTIVE' ? toneOf(row) : 'plain'}
        text={byName(`enum.conditionState.${row.conditionState}`)}
      />
    ),
    handleState: ({ handleState: state }) => {
      const word = byName(`enum.handleState.${state}`)
      return state === 'UNHANDLED' ? <b>{word}</b> : <span className="t2">{word}</span>
    },
  },
  foldable: FOLDABLE,
  phone: {
    lead: ({ level }) => <Glyph name={levelGlyph(level)} toned />,
    title: ({ code }) => byName(`fault.${code}`, code),
    second: ({ deviceName }) => <span className="clip">{deviceName}</span>,
    third: ({ handleState, takenName, level, deviceNo }) => (
      <span className="clip">
        {handleState === 'UNHANDLED'
          ? `${byName(`enum.level.${level}`)} · ${deviceNo}`
          : `${byName(`enum.handleState.${handleState}`)} ${takenName ?? ''}`}
      </span>
    ),
    act: 'ack',
    urgent: worstWaiting,
    settled: (row) => !isWaiting(row),
  },
  forms: FAULT_FORMS,
  onDone: () => void refreshFaultCount(),
  onAnswer,
} satisfies ListSlots<typeof faultResource>
