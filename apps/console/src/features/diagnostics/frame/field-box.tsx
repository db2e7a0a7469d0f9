import type { FrameField, InspectedFrame } from '@sluice/contract'
import { fieldName, unitText } from '../../../domain/frame/frame-fields.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'

const spaced = (hex: string) => (hex.match(/../g) ?? []).join(' ')

/** How a definition byte reads: five bits of bytes, three bits of decimals. */
function Definition({ hex }: { hex: string }) {
  const { t } = useText()
  const byte = Number.parseInt(hex, 16)
  const bits = byte.toString(2).padStart(8, '0')
  return (
    <>
      {`${bits.slice(0, 5)} · ${bits.slice(5)}`}
      <br />
      {t('frameInspect.definition', { n: byte >> 3, decimals: byte & 7 })}
    </>
  )
}

interface PieceProps {
  kind: string
  hex: string
  children: React.ReactNode
}

function Piece({ kind, hex, children }: PieceProps) {
  return (
    <figure className="byte-piece">
      <code className={`byte-${kind}`}>{spaced(hex)}</code>
      <figcaption>{children}</figcaption>
    </figure>
  )
}

/** The arithmetic of one field: its bytes, what they mean, and the number that comes out. */
export function FieldBox({ field, frame }: { field: FrameField; frame: InspectedFrame }) {
  const { t } = useText()
  const name = fieldName(field, frame.protocol)
  const hexOf = ({ from, to }: { from: number; to: number }) => frame.hex.slice(from * 2, to * 2)
  const [first] = field.parts
  const value = field.kind === 'missing' ? t('frameInspect.missing') : (field.value ?? MISSING)
  const words = {
    guide: name,
    definition: null,
    value: t(
      field.kind === 'missing'
        ? 'frameInspect.allF'
        : field.name === 'member'
          ? 'frameInspect.text'
          : 'frameInspect.bcd',
    ),
  }
  return (
    <div className="field-box" aria-live="polite">
      <p className="row between wrap">
        <span>
          <b>{field.id && field.name === 'element' ? `${field.id} ${name}` : name}</b>{' '}
          <small className="t3">{t('frameInspect.place', { from: field.from + 1, to: field.to })}</small>
        </span>
        <small className="t3 field-keys">{t('frameInspect.keys')}</small>
      </p>
      <div className="field-sum">
        {field.parts.length > 1 ? (
          field.parts.map((part) => (
            <Piece key={part.from} kind={part.kind} hex={hexOf(part)}>
              {part.role === 'definition' ? <Definition hex={hexOf(part)} /> : part.role ? words[part.role] : ''}
            </Piece>
          ))
        ) : (
          <Piece kind={first?.kind ?? field.kind} hex={hexOf(field)}>
            {field.clause ?? ''}
          </Piece>
        )}
        <span className="field-arrow" aria-hidden="true">
          →
        </span>
        <span className={field.kind === 'unread' ? 'field-value t3' : 'field-value num'}>
          {field.kind === 'unread' ? t('frameInspect.unread') : value}
          {field.unit && field.kind !== 'missing' && <small className="unit"> {unitText(field.unit)}</small>}
        </span>
        {field.expected && <span className="word-level4">{t('frameInspect.expected', { value: field.expected })}</span>}
      </div>
    </div>
  )
}
