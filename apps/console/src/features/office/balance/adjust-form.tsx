import { ADJUST_HALVES_MOST, adjustLeave, LEAVE_TYPES, type LeaveType, type PersonBalance } from '@sluice/contract'
import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Segment } from '../../../parts/button/segment.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { daysText } from '../half-days.ts'
import { useBalanceChange } from './balance-change.ts'

interface AdjustFormProps {
  year: number
  person: PersonBalance
  onClose: () => void
}

/** Adds half days to a balance or takes them away, for a reason; what is left then is shown before. */
export function AdjustForm({ year, person: { userId, name, balances }, onClose }: AdjustFormProps) {
  const { t } = useText()
  const { busy, change } = useBalanceChange()
  const [type, setType] = useState<LeaveType>(balances[0]?.type ?? 'ANNUAL')
  const [sign, setSign] = useState<1 | -1>(1)
  const [days, setDays] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const now = balances.find((one) => one.type === type)?.halves ?? 0
  const halves = sign * Math.round((days ?? 0) * 2)
  const isTooMuch = now + halves < 0
  const save = async () => {
    const input = { userId, year, type, halves, reason: reason.trim() }
    if (await change(() => call(adjustLeave, input), t('leaveBalance.adjusted'))) onClose()
  }
  const facts = { type: byName(`enum.leaveType.${type}`) }
  return (
    <SideDialog
      title={t('leaveBalance.adjustOf', { name })}
      busy={busy}
      ready={halves !== 0 && !isTooMuch && reason.trim() !== ''}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('leaveBalance.type')}>
          <Select
            value={type}
            aria-label={t('leaveBalance.type')}
            onChange={setType}
            options={LEAVE_TYPES.map((one) => ({ value: one, label: byName(`enum.leaveType.${one}`) }))}
          />
        </Form.Item>
        <Form.Item label={t('leaveBalance.days')} required>
          <div className="row">
            <span className="segments" role="group" aria-label={t('leaveBalance.direction')}>
              <Segment on={sign === 1} onClick={() => setSign(1)}>
                {t('leaveBalance.add')}
              </Segment>
              <Segment on={sign === -1} onClick={() => setSign(-1)}>
                {t('leaveBalance.take')}
              </Segment>
            </span>
            <InputNumber<number>
              min={0.5}
              max={ADJUST_HALVES_MOST / 2}
              step={0.5}
              precision={1}
              value={days}
              aria-label={t('leaveBalance.days')}
              onChange={setDays}
            />
          </div>
        </Form.Item>
        <Form.Item label={t('leaveBalance.reason')} required extra={t('leaveBalance.reasonHint')}>
          <Input
            value={reason}
            maxLength={200}
            aria-label={t('leaveBalance.reason')}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
      <p role="status" className={isTooMuch ? 'form-error' : 't2'}>
        {isTooMuch
          ? t('leaveBalance.tooMuch', { days: daysText(now) })
          : t('leaveBalance.result', { ...facts, days: daysText(now + halves) })}
      </p>
    </SideDialog>
  )
}
