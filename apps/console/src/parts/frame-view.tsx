import { useText } from '../lib/text.ts'
import { MISSING } from '../lib/reading-format.ts'

const BYTES_PER_GROUP = 8

/** Bytes in pairs, a gap after every eighth, so that an offset can be counted. */
export function Hex({ hex }: { hex: string }) {
  const bytes = hex.toUpperCase().match(/../g) ?? []
  const groups: string[] = []
  for (let at = 0; at < bytes.length; at += BYTES_PER_GROUP)
    groups.push(bytes.slice(at, at + BYTES_PER_GROUP).join(' '))
  return (
    <code className="hex-view">
      {groups.map((group, at) => (
        <span key={at}>{group}</span>
      ))}
    </code>
  )
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function leafText(value: unknown): string {
  if (value === null || value === undefined || value === '') return MISSING
  return typeof value === 'object' ? '{}' : String(value)
}

/** A list of records with the same few names reads best as a table. */
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

function DecodedTable({ rows }: { rows: readonly Record<string, unknown>[] }) {
  const { byName } = useText()
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
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
                <td key={name} className="mono">
                  {isPlainList(row[name]) ? row[name].map(leafText).join(' ') : leafText(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Below({ value, depth }: { value: object; depth: number }) {
  return isTable(value) ? <DecodedTable rows={value} /> : <Branch value={value} depth={depth} />
}

function Branch({ value, depth }: { value: object; depth: number }) {
  const { byName } = useText()
  const isList = Array.isArray(value)
  return (
    <dl className="decoded-branch" data-depth={Math.min(depth, 4)}>
      {Object.entries(value).map(([key, child]: [string, unknown]) => (
        <div key={key} className={isBranch(child) ? 'deep' : ''}>
          <dt>{isList ? Number(key) + 1 : byName(`frame.${key}`, key)}</dt>
          <dd>
            {isBranch(child) ? (
              <Below value={child} depth={depth + 1} />
            ) : (
              <span className="mono">{leafText(child)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What a frame means, as a tree of names and values; a frame without a reading says so. */
export function Decoded({ value }: { value: unknown }) {
  const { t } = useText()
  if (!isBranch(value)) return <p className="t3">{t('frame.undecoded')}</p>
  return <Below value={value} depth={0} />
}

/** Raw bytes over their meaning. */
export function FrameView({ hex, decoded }: { hex: string; decoded: unknown }) {
  return (
    <div className="frame-view">
      <Hex hex={hex} />
      <Decoded value={decoded} />
    </div>
  )
}
