import type { FrameField, InspectedFrame } from '@sluice/contract'
import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { fieldName, unitText } from '../../../domain/frame/frame-fields.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Caret } from '../../../parts/icon/caret.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { grouped, matches } from './pin.ts'

const RAW_MOST = 24

interface FieldTableProps {
  frame: InspectedFrame
  pinned: number
  over: number
  onPin: (byte: number) => void
  onOver: (field: number) => void
}

interface FieldRowProps extends Omit<FieldTableProps, 'pinned' | 'over'> {
  field: FrameField
  at: number
  state: 'pinned' | 'lit' | ''
}

function FieldRow({ frame, field, at, state, onPin, onOver }: FieldRowProps) {
  const { t } = useText()
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (state === 'pinned' && row.current) showInBox(row.current)
  }, [state])
  const { kind, from, to, value, unit, clause, expected } = field
  const raw = frame.hex.slice(from * 2, to * 2)
  const shownValue =
    kind === 'missing' ? (
      <span className="t3">{t('frameInspect.missing')}</span>
    ) : kind === 'unread' ? (
      <span className="t3">{t('frameInspect.unread')}</span>
    ) : (
      <>
        <b className="num">{wordOf(field, frame)}</b>
        {unit && value !== null && <small className="unit"> {unitText(unit)}</small>}
      </>
    )
  return (
    <tr
      ref={row}
      className={state}
      aria-selected={state === 'pinned'}
      onClick={() => onPin(from)}
      onPointerEnter={() => onOver(at)}
    >
      <td className="num t3">{from + 1}</td>
      <td>
        <button type="button" className="field-name" onClick={() => onPin(from)}>
          <i className={`byte-swatch byte-${kind}`} />
          {fieldName(field, frame.protocol)}
        </button>
      </td>
      <td className="mono t2" title={raw}>
        {raw.length > RAW_MOST ? `${raw.slice(0, RAW_MOST)}…` : raw}
      </td>
      <td>
        {shownValue}
        {expected && (
          <span className="row tight word-level4">
            <Glyph name="failed" />
            {t('frameInspect.expected', { value: expected })}
          </span>
        )}
      </td>
      <td className="t3 field-clause">{clause ?? ''}</td>
    </tr>
  )
}

/** Scrolls the table to a row, and never the page. */
function showInBox(row: HTMLElement): void {
  const box = row.closest<HTMLElement>('.field-scroll')
  if (!box) return
  const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()]
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom
  if (inner.top < outer.top + inner.height) box.scrollTop -= outer.top + inner.height - inner.top
}

/** A value in words where it has any: the name of a function. */
function wordOf({ name, value }: FrameField, { protocol, direction }: InspectedFrame): string {
  if (value === null) return MISSING
  if (name !== 'func') return value
  const key = `func.${protocol}.${value}`
  const word = byName(`${key}.${direction ?? 'UP'}`, byName(key, ''))
  return word === '' ? value : `${value} ${word}`
}

/** The fields with name, bytes, value and clause of the standard, in groups that fold. */
export function FieldTable({ frame, pinned, over, onPin, onOver }: FieldTableProps) {
  const { t } = useText()
  const [words, setWords] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set([0]))
  const { fields, protocol, hex } = frame
  const read = fields.reduce((sum, { kind, from, to }) => sum + (kind === 'unread' ? 0 : to - from), 0)
  const fold = (at: number) =>
    setFolded((before) =>
      before.has(at) ? new Set([...before].filter((one) => one !== at)) : new Set([...before, at]),
    )
  const isFound = (field: FrameField) =>
    matches(field, fieldName(field, protocol), hex.slice(field.from * 2, field.to * 2), words)
  const search = (
    <Input
      className="field-search"
      allowClear
      value={words}
      prefix={<Icon name="search" size={14} />}
      placeholder={t('frameInspect.search')}
      aria-label={t('frameInspect.search')}
      onChange={({ target }) => setWords(target.value)}
    />
  )
  return (
    <Section
      className="frame-fields"
      label={t('frameInspect.fields')}
      title={t('frameInspect.fields')}
      beside={
        <>
          <small className="t3">{t('frameInspect.read', { read, all: hex.length / 2 })}</small>
          {search}
        </>
      }
    >
      <div className="field-scroll" onPointerLeave={() => onOver(-1)}>
        <table className="field-table">
          <thead>
            <tr>
              <th>{t('frameInspect.byte')}</th>
              <th>{t('frameInspect.field')}</th>
              <th>{t('frameInspect.raw')}</th>
              <th>{t('frameInspect.value')}</th>
              <th className="field-clause">{t('frameInspect.clause')}</th>
            </tr>
          </thead>
          {grouped(fields).map(({ group, from, to, fields: inside }) => {
            const isHere = fields[pinned] !== undefined && from <= fields[pinned].from && fields[pinned].from < to
            const isOpen = !folded.has(from) || words !== '' || isHere
            const found = inside.filter(isFound)
            if (found.length === 0) return null
            return (
              <tbody key={from}>
                <tr className="field-group">
                  <td className="num t3">{to - from > 1 ? `${from + 1}–${to}` : from + 1}</td>
                  <td colSpan={4}>
                    <button type="button" className="field-name" aria-expanded={isOpen} onClick={() => fold(from)}>
                      <Caret kind="fold" open={isOpen} />
                      {t(`frameGroup.${group}`)} <small className="t3">{inside.length}</small>
                    </button>
                  </td>
                </tr>
                {isOpen &&
                  found.map((field) => {
                    const at = fields.indexOf(field)
                    const state = at === pinned ? 'pinned' : at === over ? 'lit' : ''
                    return <FieldRow key={field.from} {...{ frame, field, at, state, onPin, onOver }} />
                  })}
              </tbody>
            )
          })}
        </table>
      </div>
    </Section>
  )
}
