import {
  type DeviceCounter,
  deviceCounters,
  meterExchanges,
  type ProductPoint,
  setDeviceCounter,
} from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, InputNumber } from 'antd'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { faceIn } from '../../../domain/metric/points.ts'
import { answerKey } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { refusedFields } from '../../../parts/form/refused-fields.ts'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'

interface Values {
  digits: number | null
  perPulse: number | null
  remark?: string
}

interface Props {
  deviceId: string
  counter: DeviceCounter
  faces: readonly ProductPoint[]
  onClose: () => void
}

/** Where a counter of this very device begins again, and what one count of it is worth; empty is as its product says. */
export function CounterForm({ deviceId, counter, faces, onClose }: Props) {
  const { t } = useText()
  const [form] = Form.useForm<Values>()
  const client = useQueryClient()
  const { busy, mutate } = useMutation()
  const { key, digits, perPulse, productEnd, productPerPulse } = counter
  const { unit = '' } = faceIn(faces, key)
  const save = async () => {
    const typed = form.getFieldsValue()
    const remark = typed.remark?.trim() || null
    await call(setDeviceCounter, {
      deviceId,
      key,
      digits: typed.digits ?? null,
      perPulse: typed.perPulse ?? null,
      remark,
    })
    for (const changed of [deviceCounters, meterExchanges]) {
      await client.invalidateQueries({ queryKey: answerKey(changed) })
    }
    onClose()
  }
  return (
    <SideDialog title={t('counter.edit')} width={480} busy={busy} onClose={onClose} onConfirm={() => form.submit()}>
      <p className="hint">{t('counter.hint')}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ digits, perPulse }}
        onFinish={() =>
          void mutate(save, { done: t('counter.done'), refused: (failure) => refusedFields(form, failure) })
        }
      >
        <p className="t2">{metricLabel(key, faceIn(faces, key))}</p>
        <Form.Item
          name="digits"
          label={t('counter.digits')}
          extra={t('counter.digitsHint', { end: formatNumber(productEnd, 0), unit })}
        >
          <InputNumber<number>
            min={3}
            max={12}
            precision={0}
            controls={false}
            style={{ width: '100%' }}
            aria-label={t('counter.digits')}
          />
        </Form.Item>
        <Form.Item
          name="perPulse"
          label={t('counter.perPulse')}
          extra={t('counter.perPulseHint', { value: productPerPulse, unit })}
        >
          <InputNumber<number>
            min={0.000_001}
            max={1_000_000}
            controls={false}
            style={{ width: '100%' }}
            {...(unit ? { suffix: unit } : {})}
            aria-label={t('counter.perPulse')}
          />
        </Form.Item>
        <Form.Item name="remark" label={t('meter.remark')}>
          <Input maxLength={100} />
        </Form.Item>
      </Form>
    </SideDialog>
  )
}
