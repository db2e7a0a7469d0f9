import type { meterExchanges, OutputOf } from '@sluice/contract'
import { Input, InputNumber } from 'antd'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import type { MetricFace } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { measureText, shownUnit } from '../../../lib/text/units.ts'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { PhotoButton } from './photo-button.tsx'
import type { Reading } from './reading.rules.ts'

interface CounterReadingProps {
  counter: OutputOf<typeof meterExchanges>['counters'][number]
  face: MetricFace
  /** In the unit of who reads it. */
  reading: Reading
  onChange: (reading: Reading) => void
}

/** What both units read of one counter, with a photo of each. */
export function CounterReading({ counter: { key, last }, face, reading, onChange }: CounterReadingProps) {
  const { t } = useText()
  const name = metricLabel(key)
  const side = (value: 'oldLast' | 'newFirst', photo: 'oldPhoto' | 'newPhoto') => (
    <div className="repair-reading">
      <span>{t(`repair.replace.${value}`)}</span>
      <InputNumber<number>
        min={0}
        controls={false}
        suffix={shownUnit(face.unit)}
        aria-label={t('repair.replace.of', { name, what: t(`repair.replace.${value}`) })}
        value={reading[value] ?? null}
        onChange={(next) => onChange({ ...reading, [value]: next })}
      />
      <PhotoButton
        label={t('repair.replace.of', { name, what: t(`repair.replace.${photo}`) })}
        onPhoto={(content) => onChange({ ...reading, [photo]: content })}
      >
        {t(reading[photo] ? 'repair.replace.photoTaken' : 'repair.field.takePhoto')}
      </PhotoButton>
    </div>
  )
  return (
    <fieldset className="repair-counter">
      <legend>
        {name}
        {last !== null && <span className="t3"> {t('meter.reported', { value: measureText(last, face) })}</span>}
      </legend>
      {reading.isUnread ? (
        <Input
          maxLength={200}
          aria-label={t('repair.replace.of', { name, what: t('repair.replace.reason') })}
          placeholder={t('repair.replace.reason')}
          value={reading.reason ?? ''}
          onChange={({ target }) => onChange({ ...reading, reason: target.value })}
        />
      ) : (
        <>
          {side('oldLast', 'oldPhoto')}
          {side('newFirst', 'newPhoto')}
        </>
      )}
      <CheckBox
        checked={reading.isUnread ?? false}
        aria-label={t('repair.replace.of', { name, what: t('repair.replace.isUnread') })}
        onChange={(isUnread) => onChange({ ...reading, isUnread })}
      >
        {t('repair.replace.isUnread')}
      </CheckBox>
    </fieldset>
  )
}
