import type { FieldName, Resource } from '@sluice/contract'
import { type ReactNode, type RefObject, useState } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { valueOf } from '../../../lib/api/resource-calls.ts'
import { Button } from '../../button/button.tsx'
import { Icon } from '../../icon/icons.tsx'
import { ActionSheet } from '../../overlay/action-sheet.tsx'
import { useLongPress } from '../../overlay/long-press.ts'
import { useRowKeys } from '../list-keys.ts'
import { cellOf, titleOf } from './cell.tsx'
import type { RowAction } from './row-actions.tsx'
import type { Cells, DrawnRow, LiveRows } from './table-props.ts'
import './phone-rows.css'

/** What a row says on a phone, where the columns of the list do not say it well. */
export interface PhoneFace<R extends Resource> {
  /** The first line; else the name of the row. */
  title?: (row: DrawnRow<R>) => ReactNode
  /** At the left, over both lines: the drawing of what the row is about. */
  lead?: (row: DrawnRow<R>) => ReactNode
  /** At the right of the first line: the number that people look for. */
  right?: (row: DrawnRow<R>) => ReactNode
  /** The second line before the age; else the state of the row and the next two columns that have a value. */
  second?: (row: DrawnRow<R>) => ReactNode
  /** A line of its own below the second; the age stands there. */
  third?: (row: DrawnRow<R>) => ReactNode
  /** The key of the action that stands in the row as a button. */
  act?: string
  /** The row whose button is filled: at most one, so that the eye finds it. */
  urgent?: (rows: readonly DrawnRow<R>[]) => DrawnRow<R> | undefined
  /** Nobody has to do anything about it any more: drawn in grey. */
  settled?: (row: DrawnRow<R>) => boolean
  /** The keys of the actions that a swipe shows; else the first ones that destroy nothing. */
  tray?: readonly string[]
}

interface PhoneRowsProps<R extends Resource> {
  resource: R
  rows: readonly DrawnRow<R>[]
  columns: readonly FieldName<R>[]
  cells: Cells<R>
  face: PhoneFace<R>
  live?: LiveRows<R> | undefined
  actions: (row: DrawnRow<R>) => RowAction[]
  empty: ReactNode
  place: RefObject<HTMLDivElement | null>
  onOpen: (row: DrawnRow<R>) => void
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** Which fields stand where: the state at the left, the last time at the right, up to two others between them. */
export function phoneFields<R extends Resource>(
  resource: R,
  columns: readonly FieldName<R>[],
): { state: FieldName<R> | null; below: readonly FieldName<R>[]; age: FieldName<R> | null } {
  const kindOf = (name: FieldName<R>) => resource.fields[name]!.kind
  const state = columns.find((name) => name === 'status' && kindOf(name) === 'enum') ?? null
  const age = columns.findLast((name) => kindOf(name) === 'time') ?? null
  const others = columns.filter((name) => ![resource.display, state, age].includes(name))
  return { state, below: others, age }
}

/** How many of them fit beside the state. */
const BELOW = 2
/** The tray has the first ones; all stand in the sheet. */
const IN_TRAY = 3

/** Rows of two lines for a phone: a swipe shows the usual actions, and never does one. */
export function PhoneRows<R extends Resource>(props: PhoneRowsProps<R>) {
  const { resource, rows, columns, cells, face, live, actions, empty, place, onOpen } = props
  useText()
  const { keysOf } = useRowKeys<DrawnRow<R>>({ rows, onOpen, onChoose: null, actionsOf: actions })
  if (rows.length === 0) return empty
  const fields = phoneFields(resource, columns)
  const around = live?.around ?? ((_row: DrawnRow<R>, draw: () => ReactNode) => draw())
  const urgent = face.urgent?.(rows)
  const cell = (row: DrawnRow<R>, name: FieldName<R>) => cells[name]?.(row) ?? cellOf(resource, name, row)
  const usual = (row: DrawnRow<R>) => (
    <>
      {fields.state && cell(row, fields.state)}
      {fields.below
        .filter((name) => !isEmpty(valueOf(row, name)))
        .slice(0, BELOW)
        .map((name) => (
          <span key={name} className="clip">
            {cell(row, name)}
          </span>
        ))}
    </>
  )
  /** One open row at a time. */
  const shutOthers = (open: HTMLElement) => {
    for (const row of place.current?.querySelectorAll<HTMLElement>('.phone-row') ?? [])
      if (row !== open && row.scrollLeft > 0) row.scrollTo({ left: 0 })
  }
  return (
    <div ref={place} className="card-grid phone-rows" role="list" aria-label={byName(`resource.${resource.name}`)}>
      {rows.map((row) => (
        <div
          key={row.id}
          role="listitem"
          data-row-key={row.id}
          className={face.settled?.(row) ? 'phone-row settled' : 'phone-row'}
          onScroll={(event) => event.currentTarget.scrollLeft > 0 && shutOthers(event.currentTarget)}
          {...keysOf(row)}
        >
          {around(row, () => (
            <PhoneRow
              title={face.title?.(row) ?? titleOf(resource, row)}
              lead={face.lead?.(row)}
              mark={live?.mark?.(row)}
              right={face.right?.(row)}
              second={face.second ? face.second(row) : usual(row)}
              third={face.third?.(row)}
              age={fields.age && cell(row, fields.age)}
              actions={actions(row)}
              act={face.act}
              urgent={row === urgent}
              tray={face.tray}
              subject={titleOf(resource, row)}
              onOpen={() => onOpen(row)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface PhoneRowProps {
  title: ReactNode
  lead: ReactNode
  mark: ReactNode
  right: ReactNode
  second: ReactNode
  third: ReactNode
  age: ReactNode
  actions: RowAction[]
  act: string | undefined
  urgent: boolean
  tray: readonly string[] | undefined
  subject: string
  onOpen: () => void
}

function PhoneRow(props: PhoneRowProps) {
  const { title, lead, mark, right, second, third, age, actions, act, urgent, tray, subject, onOpen } = props
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const press = useLongPress(actions.length > 0 ? () => setOpen(true) : null)
  // An action that is the only one is not hidden behind another press.
  const only = actions.length === 1 && !actions[0]!.danger ? actions[0] : undefined
  const button = actions.find(({ key }) => key === act) ?? only
  const others = actions.filter((one) => one !== button)
  const swiped = others.filter(({ key, danger }) => (tray ? tray.includes(key) : !danger)).slice(0, IN_TRAY)
  const isOwn = act !== undefined || tray !== undefined
  const aged = <small className="num">{age}</small>
  return (
    <>
      <div className="phone-row-main" {...press}>
        {mark}
        {lead}
        {/* The row has the keys; the name is the way for a thumb. */}
        <div className="phone-row-lines" onClick={onOpen} role="presentation">
          <div className="phone-row-line">
            <b className="clip">{title}</b>
            <span className="num phone-row-right">{right}</span>
          </div>
          <div className="phone-row-line phone-row-below">
            {second}
            {!third && aged}
          </div>
          {third && (
            <div className="phone-row-line phone-row-below">
              {third}
              {aged}
            </div>
          )}
        </div>
        {button && (
          <Button
            kind={urgent ? 'command' : 'plain'}
            disabled={Boolean(button.because)}
            title={button.because ?? undefined}
            onClick={button.onClick}
          >
            {button.label}
          </Button>
        )}
        {others.length > 0 && (
          <button
            type="button"
            className={isOwn ? 'icon-button phone-row-more' : 'icon-button'}
            aria-label={t('list.more', { name: subject })}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <Icon name="more" size={16} />
          </button>
        )}
      </div>
      <div className="phone-tray" aria-hidden="true" title={t('list.more', { name: subject })}>
        {swiped.map((action) => (
          <button
            key={action.key}
            type="button"
            tabIndex={-1}
            disabled={Boolean(action.because)}
            onClick={action.onClick}
          >
            {action.label}
          </button>
        ))}
      </div>
      {isOpen && <ActionSheet title={subject} actions={actions} onClose={() => setOpen(false)} />}
    </>
  )
}
