import type { FrameField, FrameFieldKind } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { usePhone } from '../../../lib/page/width.ts'

const PER_ROW = { wide: 16, phone: 8 } as const
const LEGEND: readonly FrameFieldKind[] = ['frame', 'address', 'time', 'mark', 'value', 'missing', 'unread', 'checksum']
const PRINTABLE = /^[\x20-\x7e]$/

/** What each byte is: its kind, and the field it belongs to. */
function facesOf(fields: readonly FrameField[], length: number) {
  const faces = Array.from({ length }, () => ({ kind: 'unread' as FrameFieldKind, field: -1 }))
  for (const [field, { parts }] of fields.entries())
    for (const { from, to, kind } of parts)
      for (let at = from; at < to && at < length; at++) faces[at] = { kind, field }
  return faces
}

interface ByteGridProps {
  hex: string
  fields: readonly FrameField[]
  look: 'hex' | 'text'
  /** The pinned field, and the one under the pointer. */
  pinned: number
  over: number
  onPin: (byte: number) => void
  onOver: (field: number) => void
}

/** The bytes of a frame, coloured by what they are for; the offset of its first byte stands before each row. */
export function ByteGrid({ hex, fields, look, pinned, over, onPin, onOver }: ByteGridProps) {
  const { t } = useText()
  const perRow = PER_ROW[usePhone() ? 'phone' : 'wide']
  const bytes = hex.match(/../g) ?? []
  const faces = facesOf(fields, bytes.length)
  const rows = Array.from({ length: Math.ceil(bytes.length / perRow) }, (_, row) => row * perRow)
  const shown = (byte: string) => {
    if (look === 'hex') return byte
    const letter = String.fromCharCode(Number.parseInt(byte, 16))
    return PRINTABLE.test(letter) ? letter : '·'
  }
  return (
    <div className="byte-grid" role="group" aria-label={t('frameInspect.bytes')} onPointerLeave={() => onOver(-1)}>
      {rows.map((start) => (
        <div key={start} className="byte-row">
          <span className="byte-at num">{start + 1}</span>
          {bytes.slice(start, start + perRow).map((byte, at) => {
            const { kind, field } = faces[start + at]!
            const edge = (next: number) => faces[next]?.field !== field
            const lit = field >= 0 && (field === pinned || field === over)
            const marks = [
              field === pinned ? 'pinned' : lit ? 'lit' : '',
              edge(start + at - 1) || at === 0 ? 'first' : '',
              edge(start + at + 1) || at === perRow - 1 ? 'last' : '',
            ]
            return (
              <button
                key={start + at}
                type="button"
                tabIndex={-1}
                className={`byte byte-${kind} ${marks.filter(Boolean).join(' ')}`}
                onClick={() => onPin(start + at)}
                onPointerEnter={() => onOver(field)}
              >
                {shown(byte)}
              </button>
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The kinds that occur, each with its colour. */
export function ByteLegend({ fields }: { fields: readonly FrameField[] }) {
  const { t } = useText()
  const kinds = new Set(fields.flatMap(({ parts }) => parts.map(({ kind }) => kind)))
  return (
    <ul className="byte-legend">
      {LEGEND.filter((kind) => kinds.has(kind)).map((kind) => (
        <li key={kind}>
          <i className={`byte-swatch byte-${kind}`} />
          {t(`frameKind.${kind}`)}
        </li>
      ))}
    </ul>
  )
}
