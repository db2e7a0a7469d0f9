import {
  type DeviceParameter,
  deviceParameters,
  inLanguage,
  type OutputOf,
  parameterRefusal,
  type ParameterValue,
  saveParameters,
} from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, InputNumber } from 'antd'
import { answerKey } from '../../lib/api/answer.ts'
import { call } from '../../lib/api/api.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { toast } from '../../lib/page/toast.ts'
import { byName, t, useText } from '../../lib/text/text.ts'
import { Select } from '../../parts/control/select.tsx'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'
import { changesOf, parameterText, type Typed } from './parameter-values.ts'

type Parameters = OutputOf<typeof deviceParameters>

/** The control of a parameter by its kind; each can be emptied. */
function controlOf(parameter: DeviceParameter) {
  const { kind, values = [], unit } = parameter
  if (kind === 'boolean') {
    const options = [true, false].map((value) => ({ value: String(value), label: parameterText(parameter, value) }))
    return <Select allowClear placeholder={t('parameter.notSet')} options={options} />
  }
  if (kind === 'enum') {
    const options = values.map((value) => ({ value, label: value }))
    return <Select allowClear placeholder={t('parameter.notSet')} options={options} />
  }
  if (kind === 'text') return <Input placeholder={t('parameter.notSet')} maxLength={200} autoComplete="off" />
  return (
    <InputNumber
      placeholder={t('parameter.notSet')}
      {...(unit ? { suffix: unit } : {})}
      {...(kind === 'integer' ? { precision: 0 } : {})}
    />
  )
}

/** A choice holds texts, a flag is none. */
const FLAG = {
  getValueProps: (value: unknown) => ({ value: typeof value === 'boolean' ? String(value) : undefined }),
  normalize: (chosen: unknown) => (typeof chosen === 'string' ? chosen === 'true' : null),
}

/** The range of a number, in words. */
function rangeOf({ min, max }: DeviceParameter): string {
  if (min !== undefined && max !== undefined) return `${min}…${max}`
  return min === undefined ? (max === undefined ? '' : `≤ ${max}`) : `≥ ${min}`
}

/** Says what a device is to have; only what was changed is sent. */
export function ParameterForm({
  deviceId,
  answer: { version, parameters },
  onClose,
}: {
  deviceId: string
  answer: Parameters
  onClose: () => void
}) {
  const { language } = useText()
  const client = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const { busy, mutate } = useMutation()
  const initial = Object.fromEntries(parameters.map(({ key, desired }) => [key, desired as ParameterValue | null]))
  const key = answerKey(deviceParameters, { deviceId })

  const save = async () => {
    const typed = await form.validateFields().catch(() => undefined)
    if (!typed) return
    const values = changesOf(parameters, typed)
    if (Object.keys(values).length === 0) return onClose()
    const saved = await mutate(
      async () => {
        const { pushed, ...after } = await call(saveParameters, { deviceId, version, values })
        client.setQueryData<Parameters>(key, after)
        toast('success', t(pushed ? 'parameter.pushed' : 'parameter.kept'))
      },
      { refused: () => void client.invalidateQueries({ queryKey: key }) },
    )
    if (saved) onClose()
  }
  return (
    <SideDialog title={t('parameter.edit')} busy={busy} onConfirm={() => void save()} onClose={onClose}>
      <p className="hint">{t('parameter.editHint')}</p>
      <Form form={form} name="parameters" layout="vertical" requiredMark={false} initialValues={initial}>
        {parameters.map((parameter) => (
          <Form.Item
            key={parameter.key}
            name={parameter.key}
            label={inLanguage(parameter.name, language)}
            extra={rangeOf(parameter)}
            {...(parameter.kind === 'boolean' ? FLAG : {})}
            rules={[
              {
                validator: (_rule, value: ParameterValue | null | undefined) => {
                  const reason =
                    value === null || value === undefined || value === ''
                      ? undefined
                      : parameterRefusal(parameter, value)
                  return reason ? Promise.reject(new Error(byName(`reason.${reason}`))) : Promise.resolve()
                },
              },
            ]}
          >
            {controlOf(parameter)}
          </Form.Item>
        ))}
      </Form>
    </SideDialog>
  )
}
