import {
  CHANNEL_ADDRESS_MOST,
  CHANNEL_SECRET_MOST,
  CHANNEL_SHAPES,
  type ChannelSetting,
  type ChannelValue,
  type NoticeChannel,
  saveNoticeChannel,
} from '@sluice/contract'
import { Form, Input, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { requiredText } from '../../../parts/form/form-rules.ts'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'

interface Typed {
  enabled: boolean
  settings: Record<string, ChannelValue | null>
  secrets: Record<string, string>
}

interface Props {
  channel: NoticeChannel
  onSaved: () => Promise<void>
  onClose: () => void
}

/** What a setting is about: of one channel, or of every one that has it. */
function hintOf(kind: string, name: string): string | undefined {
  return byName(`channel.hint.${kind}.${name}`, '') || byName(`channel.hint.${name}`, '') || undefined
}

function needed(label: string, required: boolean) {
  return required ? [{ required, whitespace: true, message: requiredText(label, 'blur') }] : []
}

function SettingItem({ kind, name, setting }: { kind: string; name: string; setting: ChannelSetting }) {
  const label = byName(`noticeChannel.${name}`)
  const shared = { name: ['settings', name], label, extra: hintOf(kind, name) }
  if (setting.kind === 'switch')
    return (
      <Form.Item {...shared} valuePropName="checked">
        <Switch />
      </Form.Item>
    )
  if (setting.kind === 'number')
    return (
      <Form.Item {...shared} rules={[{ required: true, message: requiredText(label, 'blur') }]}>
        <InputNumber min={setting.least} max={setting.most} precision={0} controls={false} style={{ width: '100%' }} />
      </Form.Item>
    )
  const rules = needed(label, setting.required ?? false)
  if (setting.kind === 'lines')
    return (
      <Form.Item {...shared} rules={rules} validateTrigger="onBlur">
        <Input.TextArea
          className="mono"
          maxLength={setting.most}
          autoSize={{ minRows: 2, maxRows: 8 }}
          spellCheck={false}
        />
      </Form.Item>
    )
  const most = setting.kind === 'text' ? setting.most : CHANNEL_ADDRESS_MOST
  return (
    <Form.Item {...shared} rules={rules} validateTrigger="onBlur">
      <Input maxLength={most} autoComplete="off" spellCheck={false} />
    </Form.Item>
  )
}

interface SecretProps {
  kind: string
  name: string
  required: boolean
  isSet: boolean
  isGone: boolean
  onGone: (gone: boolean) => void
}

/** A secret is typed and never shown: an empty field keeps the one that is stored. */
function SecretItem({ kind, name, required, isSet, isGone, onGone }: SecretProps) {
  const { t } = useText()
  const label = byName(`noticeChannel.${name}`)
  return (
    <Form.Item label={label} required={required} extra={hintOf(kind, name)}>
      <Form.Item name={['secrets', name]} noStyle rules={needed(label, required && !isSet)} validateTrigger="onBlur">
        <Input.Password
          aria-label={label}
          maxLength={CHANNEL_SECRET_MOST}
          autoComplete="new-password"
          disabled={isGone}
          placeholder={t(isSet ? 'channel.secret.kept' : 'channel.secret.none')}
        />
      </Form.Item>
      {isSet && !required && (
        <CheckBox checked={isGone} onChange={onGone}>
          {t('channel.secret.forget')}
        </CheckBox>
      )}
    </Form.Item>
  )
}

/** The settings of one channel, and only its own. */
export function ChannelForm({ channel, onSaved, onClose }: Props) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const { busy, mutate } = useMutation()
  const [forget, setForget] = useState<readonly string[]>([])
  const { kind, version } = channel
  const shape = CHANNEL_SHAPES[kind]
  const refused = ({ fields }: CallFailure) => {
    for (const [path, reason] of Object.entries(fields))
      form.setFields([{ name: path.split('.') as ['settings', string], errors: [byName(`reason.${reason}`, reason)] }])
  }
  const save = async ({ enabled, settings, secrets }: Typed) => {
    const given = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value ?? '']))
    const typed = Object.fromEntries(
      Object.entries(secrets ?? {}).filter(([name, value]) => value && !forget.includes(name)),
    )
    const work = async () => {
      await call(saveNoticeChannel, { kind, version, enabled, settings: given, secrets: typed, forget: [...forget] })
      await onSaved()
    }
    if (await mutate(work, { refused, done: t('channel.saved') })) onClose()
  }
  const setGone = (name: string, gone: boolean) =>
    setForget((before) => (gone ? [...before, name] : before.filter((one) => one !== name)))
  return (
    <SideDialog
      title={t('channel.title', { kind: t(`enum.channelKind.${kind}`) })}
      busy={busy}
      onConfirm={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={requiredMark}
        initialValues={{ enabled: version === null ? true : channel.enabled, settings: channel.settings }}
        onFinish={(typed) => void save(typed)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item name="enabled" label={t('noticeChannel.enabled')} valuePropName="checked">
          <Switch />
        </Form.Item>
        {Object.entries(shape.settings).map(([name, setting]) => (
          <SettingItem key={name} kind={kind} name={name} setting={setting} />
        ))}
        {Object.entries(shape.secrets).map(([name, { required }]) => (
          <SecretItem
            key={name}
            kind={kind}
            name={name}
            required={required}
            isSet={channel.secrets[name] ?? false}
            isGone={forget.includes(name)}
            onGone={(gone) => setGone(name, gone)}
          />
        ))}
      </Form>
    </SideDialog>
  )
}
