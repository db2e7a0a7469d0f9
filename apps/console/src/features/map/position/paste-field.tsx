import type { LngLat } from '@sluice/contract'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { readPosition } from '../../../parts/form/position/position-text.rules.ts'
import { type Datum, DATUMS, fromDatum } from '../canvas/coordinate-shift.ts'
import { Select } from '../../../parts/control/select.tsx'

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Takes a position as text in any notation, and says of which datum it is: numbers alone do not tell. */
export function PasteField({ onPosition }: { onPosition: (position: LngLat) => void }) {
  const { t } = useText()
  const [text, setText] = useState('')
  const [datum, setDatum] = useState<Datum>('WGS84')
  const [unread, setUnread] = useState(false)
  /** What was read last: leaving the field must not undo what was picked since. */
  const [known, setKnown] = useState('')
  const hintId = useId()
  const read = (given: string, as: Datum) => {
    const position = readPosition(given)
    setKnown(given)
    setUnread(given.trim() !== '' && !position)
    if (!position) return
    const [lng, lat] = fromDatum(as, position)
    onPosition([rounded(lng), rounded(lat)])
  }
  return (
    <div className="position-paste">
      <Input
        value={text}
        allowClear
        maxLength={200}
        placeholder={t('point.paste')}
        aria-label={t('point.pasteLabel')}
        aria-invalid={unread}
        aria-describedby={unread ? hintId : undefined}
        {...(unread ? { status: 'error' as const } : {})}
        data-testid="position-paste"
        onChange={({ target, nativeEvent }) => {
          setText(target.value)
          setUnread(false)
          if ((nativeEvent as InputEvent).inputType === 'insertFromPaste') read(target.value, datum)
        }}
        onBlur={() => text !== known && read(text, datum)}
        onPressEnter={(event) => {
          // The form is not sent by it.
          event.preventDefault()
          read(text, datum)
        }}
      />
      <Select<Datum>
        value={datum}
        aria-label={t('point.datum')}
        data-testid="position-datum"
        options={DATUMS.map((one) => ({ value: one, label: t(`point.datum.${one}`) }))}
        onChange={(next) => {
          setDatum(next)
          read(text, next)
        }}
      />
      {unread && (
        <p id={hintId} className="position-unread" role="alert">
          {t('point.unread')}
        </p>
      )}
    </div>
  )
}
