import type { InspectedFrame } from '@sluice/contract'
import { useEffect, useState } from 'react'
import { byName, useText } from '../../../lib/text/text.ts'
import { keysAreTaken } from '../../../lib/page/page-keys.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Segment } from '../../../parts/button/segment.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { CopyButton } from '../../../parts/secret.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { ByteGrid, ByteLegend } from './byte-grid.tsx'
import { FieldBox } from './field-box.tsx'
import { FieldTable } from './field-table.tsx'
import { Outcome } from './outcome.tsx'
import { fieldAt, stepped } from './pin.ts'

const STEPS: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']

/** Arrows move the pin, `[` and `]` change the frame, `c` copies the bytes of the pinned field. */
function useFrameKeys(frame: InspectedFrame, pin: number | null, onPin: (byte: number | null) => void, onStep: Step) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keysAreTaken(event) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '[') onStep(-1)
      else if (event.key === ']') onStep(1)
      else if (event.key === 'c' && pin !== null) {
        const field = frame.fields[fieldAt(frame.fields, pin)]
        if (field) void navigator.clipboard?.writeText(frame.hex.slice(field.from * 2, field.to * 2))
      } else if (STEPS.includes(event.key)) {
        event.preventDefault()
        onPin(stepped(frame.fields, pin, event.key))
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [frame, pin, onPin, onStep])
}

export type Step = (by: -1 | 1) => void

/** The sentence that the eye meets first: what of it was not read, or why it was refused. */
function Verdict({ frame }: { frame: InspectedFrame }) {
  const { t } = useText()
  const { fault, partialAt, message, fields } = frame
  if (fault)
    return (
      <p className="frame-banner refused" role="status">
        <Glyph name="failed" />
        <b>{t('frameInspect.refused', { at: fault.at + 1 })}</b>
        <span>{byName(`frameFault.${fault.kind}`, fault.kind)}</span>
      </p>
    )
  if (partialAt !== null) {
    const unread = fields.reduce((sum, { kind, from, to }) => sum + (kind === 'unread' ? to - from : 0), 0)
    return (
      <p className="frame-banner partial" role="status">
        <Glyph name="unconfirmed" />
        <b>{t('frameInspect.partial', { at: partialAt + 1 })}</b>
        <span>{t('frameInspect.partialHint', { n: unread })}</span>
      </p>
    )
  }
  if (message && !['OK', 'DUPLICATE'].includes(message.result))
    return (
      <p className="frame-banner partial" role="status">
        <Glyph name="level2" />
        <b>{byName(`enum.verdict.${message.result}`)}</b>
      </p>
    )
  return null
}

/** One frame taken apart: bytes, fields, and what became of it. */
export function FrameAnatomy({ frame, onStep }: { frame: InspectedFrame; onStep: Step }) {
  const { t } = useText()
  const [pin, setPin] = useState<number | null>(null)
  const [over, setOver] = useState(-1)
  const [look, setLook] = useState<'hex' | 'text'>('hex')
  useFrameKeys(frame, pin, setPin, onStep)
  const { fields, hex, direction, message } = frame
  const pinned = pin === null ? -1 : fieldAt(fields, pin)
  const shown = fields[pinned] ?? fields[over]
  const facts = [
    t('frameInspect.length', { n: hex.length / 2 }),
    direction ? byName(`enum.direction.${direction}`) : '',
    message ? showTime(message.ts) : t('frameInspect.pasted'),
  ]
  const onPin = (byte: number) => setPin(pinned >= 0 && fieldAt(fields, byte) === pinned ? null : byte)
  return (
    <>
      <Verdict frame={frame} />
      <div className="frame-halves">
        <Section
          className="frame-bytes-card"
          label={t('frameInspect.bytes')}
          title={t('frameInspect.bytes')}
          beside={
            <>
              <small className="t3">{facts.filter(Boolean).join(' · ')}</small>
              <span className="segments end">
                <Segment on={look === 'hex'} onClick={() => setLook('hex')}>
                  {t('frameInspect.hex')}
                </Segment>
                <Segment on={look === 'text'} onClick={() => setLook('text')}>
                  {t('frameInspect.asText')}
                </Segment>
              </span>
              <CopyButton text={hex} label={t('frameInspect.copyBytes')} />
            </>
          }
        >
          <ByteGrid hex={hex} fields={fields} look={look} pinned={pinned} over={over} onPin={onPin} onOver={setOver} />
          <ByteLegend fields={fields} />
          {shown ? <FieldBox field={shown} frame={frame} /> : <p className="hint">{t('frameInspect.pinHint')}</p>}
        </Section>
        <FieldTable frame={frame} pinned={pinned} over={over} onPin={onPin} onOver={setOver} />
      </div>
      <Outcome frame={frame} />
    </>
  )
}
