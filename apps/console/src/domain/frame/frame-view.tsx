import { useMemo } from 'react'
import { byName, t, useText } from '../../lib/text/text.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { jsonLines } from '../../parts/json/json-lines.ts'
import { JsonView } from '../../parts/json/json-view.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { elementUnit } from './element-units.ts'
import { unitText } from './frame-fields.ts'
import { payloadOf } from './payload.ts'

const BYTES_PER_GROUP = 8

/**
 * Bytes in pairs with a gap after every eighth, so that readers can count an offset; bytes from `markAt` on are marked.
 */
export function Hex({ hex, markAt }: { hex: string; markAt?: number | null }) {
  const bytes = hex.toUpperCase().match(/../g) ?? []
  const groups: { plain: string[]; marked: string[] }[] = []
  for (let at = 0; at < bytes.length; at += BYTES_PER_GROUP) {
    const group = bytes.slice(at, at + BYTES_PER_GROUP)
    const plain = Math.max(0, (markAt ?? bytes.length) - at)
    groups.push({ plain: group.slice(0, plain), marked: group.slice(plain) })
  }
  return (
    <code className="hex-view">
      {groups.map(({ plain, marked }, at) => (
        <span key={at}>
          {plain.join(' ')}
          {plain.length > 0 && marked.length > 0 && ' '}
          {marked.length > 0 && <mark>{marked.join(' ')}</mark>}
        </span>
      ))}
    </code>
  )
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** A value as a word if the texts have one for it: `up`, `report`, true. */
function leafText(value: unknown, name = ''): string {
  if (value === null || value === undefined || value === '') return MISSING
  if (typeof value === 'boolean') return t(value ? 'state.yes' : 'state.no')
  if (typeof value === 'object') return MISSING
  if (name === 'unit') return unitText(String(value))
  return byName(`frameWord.${name}.${String(value)}`, String(value))
}

/** Functions whose ids name parameters of the station, not measured elements. */
const PARAMETER_FUNCTIONS: readonly unknown[] = ['40', '41', '42', '43', '47', '48', '49']

/** A list of records with the same few names is drawn as a table. */
function isTable(value: unknown): value is Record<string, unknown>[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (row) =>
        isBranch(row) &&
        !Array.isArray(row) &&
        Object.values(row).every((cell) => !isBranch(cell) || isPlainList(cell)),
    )
  )
}

function isPlainList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.every((one) => !isBranch(one))
}

/** An element's name stands beside its id, a unit beside its value. */
function columnsOf(rows: readonly Record<string, unknown>[], measured: string | null): string[] {
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const isNamed = measured !== null && rows.some((row) => elementName(row, measured) !== '')
  const added = isNamed ? (given.has('value') ? ['name', 'unit'] : ['name']) : []
  const first = ['id', 'name', 'value', 'unit'].filter((name) => given.has(name) || added.includes(name))
  return [...new Set([...first, ...given])]
}

function elementName(row: Record<string, unknown>, protocol: string): string {
  return byName(`${protocol.toLowerCase()}.element.${String(row['id'])}`, '')
}

/** The content of a cell: numbers and codes in mono, words as text. */
function cellOf(row: Record<string, unknown>, name: string, measured: string | null) {
  const value = row[name]
  if (name === 'name' && measured) return elementName(row, measured) || MISSING
  if (name === 'unit' && measured && !value) return elementUnit(measured, row['id'])
  return (
    <span className="mono">
      {isPlainList(value) ? value.map((one) => leafText(one)).join(' ') : leafText(value, name)}
    </span>
  )
}

/** A short list in one line, each item with its number: `1 开  2 关`. */
function Strip({ values }: { values: readonly unknown[] }) {
  const word = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'frame.on' : 'frame.off') : leafText(value))
  return (
    <ol className="decoded-strip">
      {values.map((value, at) => (
        <li key={at} className={value === true ? 'on' : ''}>
          <small>{at + 1}</small> {word(value)}
        </li>
      ))}
    </ol>
  )
}

function DecodedTable({ rows, measured }: { rows: readonly Record<string, unknown>[]; measured: string | null }) {
  useText()
  const names = columnsOf(rows, measured)
  return (
    <div className="decoded-table">
      <table className="plain">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {byName(`frame.${name}`, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {names.map((name) => (
                <td key={name}>{cellOf(row, name, measured)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface BelowProps {
  value: object
  depth: number
  /** The protocol whose elements the ids name; null when they are not element ids. */
  measured: string | null
}

function Below({ value, depth, measured }: BelowProps) {
  if (isTable(value)) return <DecodedTable rows={value} measured={measured} />
  if (isPlainList(value)) return <Strip values={value} />
  return <Branch value={value} depth={depth} measured={measured} />
}

function Branch({ value, depth, measured }: BelowProps) {
  useText()
  const isList = Array.isArray(value)
  return (
    <dl className="decoded-branch" data-depth={Math.min(depth, 4)}>
      {Object.entries(value).map(([key, child]: [string, unknown]) => (
        <div key={key} className={isBranch(child) ? 'deep' : ''}>
          <dt>{isList ? Number(key) + 1 : byName(`frame.${key}`, key)}</dt>
          <dd>
            {isBranch(child) ? (
              <Below value={child} depth={depth + 1} measured={measured} />
            ) : (
              <span className="mono">{leafText(child, key)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A decoded frame as a tree of names and values; says so when there is nothing decoded. */
export function Decoded({ value, protocol }: { value: unknown; protocol: string }) {
  useText()
  if (!isBranch(value)) return <p className="t3">{t('frame.undecoded')}</p>
  const measured = 'func' in value && !PARAMETER_FUNCTIONS.includes(value.func) ? protocol : null
  return <Below value={value} depth={0} measured={measured} />
}

/** The offset of the first byte of a decoded frame that could not be read; null when all of it was read. */
function partialAt(decoded: unknown): number | null {
  if (!isBranch(decoded) || !('partial' in decoded) || !isBranch(decoded.partial)) return null
  return 'at' in decoded.partial ? Number(decoded.partial.at) : null
}

/** What a frame carries: JSON to read, another text as it is, else its bytes. The bytes of a text are folded away. */
function Carried({ hex, markAt }: { hex: string; markAt: number | null }) {
  const payload = useMemo(() => payloadOf(hex), [hex])
  const lines = useMemo(() => payload && jsonLines(payload.text), [payload])
  const bytes = <Hex hex={hex} markAt={markAt} />
  if (!payload) return bytes
  return (
    <>
      {payload.topic !== null && (
        <p className="frame-topic">
          <span className="t3">{t('frame.topic')}</span> <span className="mono">{payload.topic}</span>
        </p>
      )}
      {lines ? (
        <JsonView lines={lines} label={t('frame.json')} />
      ) : (
        <code className="frame-text" data-testid="frame-text">
          {payload.text}
        </code>
      )}
      <details className="frame-bytes" open={markAt !== null}>
        <summary>{t('frame.bytes')}</summary>
        {bytes}
      </details>
    </>
  )
}

/** What was sent above its decoded meaning. */
export function FrameView({ hex, decoded, protocol }: { hex: string; decoded: unknown; protocol: string }) {
  useText()
  const at = partialAt(decoded)
  const { partial: _, ...read } = isBranch(decoded) ? (decoded as Record<string, unknown>) : {}
  return (
    <div className="frame-view">
      {at !== null && (
        <p className="frame-partial" data-testid="frame-partial">
          <Glyph name="level2" />
          {t('frame.partialAt', { at })}
        </p>
      )}
      <Carried hex={hex} markAt={at} />
      <Decoded value={at === null ? decoded : read} protocol={protocol} />
    </div>
  )
}
