import { type CSSProperties, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'

const MARKS = [0, 25, 50, 75, 100]

interface OpeningChoiceProps {
  reported: number | null
  /** The opening that the valve has and keeps, which needs no command. */
  stands?: number | null
  /** The initial position of the slider. */
  start: number
  onChoose: (opening: number) => void
  onClose: () => void
}

const bounded = (value: number) => Math.min(100, Math.max(0, Math.round(value)))

/** Slider, number and ± 1. Dragging sends nothing: the button sends, after a confirmation (docs/spec/look.md#6.6). */
export function OpeningChoice({ reported, stands = null, start, onChoose, onClose }: OpeningChoiceProps) {
  const { t } = useText()
  const [opening, setOpening] = useState(bounded(start))
  const [typed, setTyped] = useState<string | null>(null)
  const isReached = stands !== null && Math.round(stands) === opening
  const set = (value: number) => {
    setOpening(bounded(value))
    setTyped(null)
  }
  return (
    <section className="opening-choice" aria-label={t('opening.label')} data-testid="opening-choice">
      <div
        className="opening-track"
        style={{ '--at': `${opening}%`, '--reported': `${reported ?? -100}%` } as CSSProperties}
      >
        {reported !== null && <span className="opening-reported" title={t('opening.reported')} aria-hidden="true" />}
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={opening}
          aria-label={t('opening.label')}
          aria-valuetext={`${opening} %`}
          onChange={(event) => set(Number(event.target.value))}
        />
        <div className="opening-marks num">
          {MARKS.map((mark) => (
            <button key={mark} type="button" style={{ left: `${mark}%` }} onClick={() => set(mark)}>
              {mark}
            </button>
          ))}
        </div>
      </div>
      <div className="opening-row">
        <Button aria-label={t('opening.less')} onClick={() => set(opening - 1)}>
          −
        </Button>
        <label className="opening-number num">
          <input
            inputMode="numeric"
            value={typed ?? String(opening)}
            aria-label={t('opening.label')}
            onChange={(event) => {
              const text = event.target.value.replace(/\D/g, '').slice(0, 3)
              setTyped(text)
              if (text !== '') setOpening(bounded(Number(text)))
            }}
            onBlur={() => setTyped(null)}
          />
          <span>%</span>
        </label>
        <Button aria-label={t('opening.more')} onClick={() => set(opening + 1)}>
          +
        </Button>
        <span className="grow" />
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button kind="command" data-testid="opening-send" disabled={isReached} onClick={() => onChoose(opening)}>
          {t(isReached ? 'opening.stands' : 'opening.send', { n: opening })}
        </Button>
      </div>
    </section>
  )
}
