import { ignoreFaults } from '@sluice/contract'
import { DatePicker, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { displayZone, showTime } from '../../../lib/time/clock.ts'
import { toInstant, toPicked } from '../../../lib/time/picked-time.ts'
import { Button } from '../../../parts/button/button.tsx'
import { FaultForm, type FaultFormProps } from './fault-form.tsx'
import { ignorePresets } from './ignore-presets.ts'

const NOTE_MOST = 500

/** Until when: a usual end, or a time of one's own. */
function UntilChoice({ value, onChange }: { value: string | null; onChange: (until: string | null) => void }) {
  const { t } = useText()
  const [presets] = useState(() => ignorePresets(Date.now(), displayZone()))
  const isPreset = presets.some(({ until }) => new Date(until).toISOString() === value)
  return (
    <div className="until-choices" role="group" aria-label={t('faultForm.until')}>
      {presets.map(({ name, until }) => {
        const instant = new Date(until).toISOString()
        return (
          <Button
            key={name}
            aria-pressed={instant === value}
            title={showTime(until, '{m}-{d} {h}:{i}')}
            onClick={() => onChange(instant)}
          >
            {t(`faultForm.${name}`)}
          </Button>
        )
      })}
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        aria-label={t('faultForm.other')}
        placeholder={t('faultForm.other')}
        value={value && !isPreset ? toPicked(value) : null}
        onChange={(picked) => onChange(picked ? toInstant(picked) : null)}
      />
    </div>
  )
}

/** Nobody needs to act, until then: with a reason. */
export function IgnoreForm({ faults, onClose }: FaultFormProps) {
  const { t } = useText()
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState<string | null>(null)
  const words = reason.trim()
  return (
    <FaultForm
      faults={faults}
      onClose={onClose}
      title={t('faultForm.ignore')}
      said="faultForm.ignored"
      ready={words !== '' && until !== null}
      send={(ids) => call(ignoreFaults, { ids, reason: words, until: until! })}
    >
      <Form.Item label={t('faultForm.reason')} required>
        <Input.TextArea
          autoFocus
          aria-label={t('faultForm.reason')}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={NOTE_MOST}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Form.Item>
      <Form.Item label={t('faultForm.until')} required extra={t('faultForm.untilHint')}>
        <UntilChoice value={until} onChange={setUntil} />
      </Form.Item>
    </FaultForm>
  )
}
