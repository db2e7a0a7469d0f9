import { exchangeMeter, meterExchanges, type OutputOf, type ProductPoint } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, InputNumber } from 'antd'
import { faceIn } from '../../../domain/metric/points.ts'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { answerKey } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useText } from '../../../lib/text/text.ts'
import { measureText, shownUnit, storedValue } from '../../../lib/text/units.ts'
import { Select } from '../../../parts/control/select.tsx'
import { FieldInput } from '../../../parts/form/field-input.tsx'
import { refusedFields } from '../../../parts/form/refused-fields.ts'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'

const TIME = { kind: 'time' } as const

interface Values {
  key: string
  oldLast: number
  newFirst: number
  time?: string | null
  oldMeterNo?: string
  newMeterNo?: string
  remark?: string
}

interface MeterFormProps {
  deviceId: string
  counters: OutputOf<typeof meterExchanges>['counters']
  faces: readonly ProductPoint[]
  onClose: () => void
}

/** What the old meter read last and the new one reads first. */
export function MeterForm({ deviceId, counters, faces, onClose }: MeterFormProps) {
  const { t } = useText()
  const [form] = Form.useForm<Values>()
  const client = useQueryClient()
  const { busy, mutate } = useMutation()
  const key = Form.useWatch('key', form) ?? counters[0]?.key
  const last = counters.find((one) => one.key === key)?.last ?? null
  const face = faceIn(faces, key ?? '')
  const unit = shownUnit(face.unit)
  const save = async () => {
    const { key: counter, oldLast, newFirst, time, oldMeterNo, newMeterNo, remark } = form.getFieldsValue()
    const notes = { oldMeterNo: oldMeterNo || null, newMeterNo: newMeterNo || null, remark: remark || null }
    const at = time ? { time } : {}
    const read = { oldLast: storedValue(oldLast, face.unit), newFirst: storedValue(newFirst, face.unit) }
    await call(exchangeMeter, { deviceId, key: counter, ...read, ...notes, ...at })
    await client.invalidateQueries({ queryKey: answerKey(meterExchanges) })
    onClose()
  }
  const required = (name: string) => [{ required: true, message: t('rule.enter', { field: name }) }]
  const number = (label: string) => (
    <InputNumber<number> min={0} controls={false} style={{ width: '100%' }} suffix={unit} aria-label={label} />
  )
  return (
    <SideDialog title={t('meter.exchange')} width={480} busy={busy} onClose={onClose} onConfirm={() => form.submit()}>
      <p className="hint">{t('meter.hint')}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ key: counters[0]?.key, newFirst: 0 }}
        onFinish={() =>
          void mutate(save, { done: t('meter.done'), refused: (failure) => refusedFields(form, failure) })
        }
      >
        <Form.Item name="key" label={t('meter.key')} hidden={counters.length < 2}>
          <Select options={counters.map((one) => ({ value: one.key, label: metricLabel(one.key) }))} />
        </Form.Item>
        <Form.Item
          name="oldLast"
          label={t('meter.oldLast')}
          rules={required(t('meter.oldLast'))}
          extra={last !== null && t('meter.reported', { value: measureText(last, face) })}
        >
          {number(t('meter.oldLast'))}
        </Form.Item>
        <Form.Item name="newFirst" label={t('meter.newFirst')} rules={required(t('meter.newFirst'))}>
          {number(t('meter.newFirst'))}
        </Form.Item>
        <Form.Item name="time" label={t('meter.time')} extra={t('meter.now')}>
          <FieldInput field={TIME} />
        </Form.Item>
        <Form.Item name="oldMeterNo" label={t('meter.oldMeterNo')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="newMeterNo" label={t('meter.newMeterNo')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="remark" label={t('meter.remark')}>
          <Input maxLength={100} />
        </Form.Item>
      </Form>
    </SideDialog>
  )
}
