import { type PointerEvent, useState } from 'react'
import { useText } from '../../lib/text/text.ts'
import { Button } from '../button/button.tsx'
import { pathOf, type Strokes } from './strokes.ts'
import './signature.css'

/** The field's height, in thousandths of its width. */
const HEIGHT = 700
const WIDTH = 1000
/** So many numbers a line holds, and so many lines a name: what the contract takes. */
const MOST_NUMBERS = 800
const MOST_LINES = 60

/** A signature as it was drawn. */
export function Signed({ strokes, label }: { strokes: Strokes; label: string }) {
  return (
    <svg className="signature" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={pathOf(strokes)} />
    </svg>
  )
}

interface PadProps {
  label: string
  value: Strokes
  onChange: (strokes: Strokes) => void
}

/** A field that a name is drawn into by finger, pen or mouse. */
export function SignaturePad({ label, value, onChange }: PadProps) {
  const { t } = useText()
  const [line, setLine] = useState<readonly number[] | null>(null)
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width } = currentTarget.getBoundingClientRect()
    const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)))
    return [within(((clientX - left) / width) * WIDTH, WIDTH), within(((clientY - top) / width) * WIDTH, HEIGHT)]
  }
  const end = () => {
    if (line && value.length < MOST_LINES) onChange([...value, line])
    setLine(null)
  }
  return (
    <div className="signature-pad">
      <div
        className="signature-field"
        role="application"
        aria-label={label}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setLine(pointOf(event))
        }}
        onPointerMove={(event) => line && line.length < MOST_NUMBERS && setLine([...line, ...pointOf(event)])}
        onPointerUp={end}
        onPointerCancel={() => setLine(null)}
      >
        <Signed strokes={line ? [...value, line] : value} label={label} />
        {value.length === 0 && !line && <span className="signature-hint">{t('commission.signHere')}</span>}
      </div>
      {value.length > 0 && (
        <Button kind="link" onClick={() => onChange([])}>
          {t('commission.signAgain')}
        </Button>
      )}
    </div>
  )
}
