import {
  type CommandDef,
  deviceResource,
  issueOperatorKey,
  needsSession,
  OPERATOR_KEY_MAX_MIN,
  OPERATOR_KEY_MOST,
  operatorKeyResource,
} from '@sluice/contract'
import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { nameOfCommand } from '../../../domain/command/command-parameters.tsx'
import { useRows } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Select } from '../../../parts/control/select.tsx'
import { requiredText } from '../../../parts/form/form-rules.ts'
import { RefsSelect } from '../../../parts/form/refs-select.tsx'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { Secret } from '../../../parts/secret.tsx'

interface Typed {
  name: string
  deviceIds: string[]
  codes: string[]
  minutes: number
}

/** What a key may name: whatever one of the devices takes and none of them needs a session for. */
function useCommands(deviceIds: readonly string[]): CommandDef[] {
  const rows = useRows(deviceResource, deviceIds)
  const all = rows.flatMap((row) => row.commands ?? [])
  const barred = new Set(all.filter(needsSession).map(({ code }) => code))
  return [...new Map(all.map((command) => [command.code, command])).values()].filter(({ code }) => !barred.has(code))
}

/** Makes a key for some devices and shows it once. */
export function IssueOperatorKey({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const { busy, mutate } = useMutation(operatorKeyResource.name)
  const [made, setMade] = useState<{ key: string; until: string } | null>(null)
  const commands = useCommands(Form.useWatch('deviceIds', form) ?? [])

  const issue = async (typed: Typed) => {
    const { key, expireTime } = await call(issueOperatorKey, typed)
    setMade({ key, until: showTime(expireTime, '{h}:{i}') })
  }
  const refused = ({ fields }: CallFailure) => {
    for (const [field, text] of Object.entries(fields)) form.setFields([{ name: field as keyof Typed, errors: [text] }])
  }
  const label = (name: 'name' | 'deviceNames' | 'codes') => byName(`operatorKey.${name}`)
  const needed = (name: string) => [{ required: true, message: requiredText(name, 'change') }]
  const life = t('operatorKey.minutes')
  return (
    <SideDialog
      title={t('operatorKey.issue')}
      onClose={onClose}
      {...(made ? {} : { busy, onConfirm: () => form.submit() })}
    >
      {made ? (
        <div className="stack">
          <p className="notice">{t('apiKey.once')}</p>
          <Secret text={made.key} label={t('apiKey.key')} />
          <p className="hint">
            {t('operatorKey.use', { until: made.until, page: `${window.location.origin}/netty/netty-cmd` })}
          </p>
        </div>
      ) : (
        <Form
          form={form}
          layout="vertical"
          requiredMark={requiredMark}
          initialValues={{ minutes: OPERATOR_KEY_MAX_MIN, deviceIds: [], codes: [] }}
          onFinish={(typed) => void mutate(() => issue(typed), { refused })}
          scrollToFirstError={{ focus: true }}
        >
          <Form.Item name="name" label={label('name')} rules={needed(label('name'))}>
            <Input maxLength={60} placeholder={t('operatorKey.nameHint')} />
          </Form.Item>
          <Form.Item name="deviceIds" label={label('deviceNames')} rules={needed(label('deviceNames'))}>
            <RefsSelect to="device" most={OPERATOR_KEY_MOST.devices} />
          </Form.Item>
          <Form.Item
            name="codes"
            label={label('codes')}
            rules={needed(label('codes'))}
            extra={t('operatorKey.codesHint')}
          >
            <Select<string[]>
              mode="multiple"
              maxCount={OPERATOR_KEY_MOST.codes}
              placeholder={t('form.choose')}
              options={commands.map((one) => ({ value: one.code, label: nameOfCommand(one) }))}
            />
          </Form.Item>
          <Form.Item name="minutes" label={life} rules={needed(life)}>
            <InputNumber min={1} max={OPERATOR_KEY_MAX_MIN} precision={0} suffix={t('operatorKey.minute')} />
          </Form.Item>
        </Form>
      )}
    </SideDialog>
  )
}
