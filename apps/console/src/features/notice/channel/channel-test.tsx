import { CHANNEL_SHAPES, testNoticeChannel, type WireKind } from '@sluice/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { requiredText } from '../../../parts/form/form-rules.ts'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { ChannelAnswer, type ChannelTold, PATIENCE_MS } from './channel-answer.tsx'

/** Sends a real message to somebody, and shows what came back. */
export function ChannelTest({
  kind,
  onTold,
  onClose,
}: {
  kind: WireKind
  onTold: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useText()
  const [form] = Form.useForm<{ to: string }>()
  const { busy, mutate } = useMutation()
  const [told, setTold] = useState<ChannelTold | null>(null)
  const { needs } = CHANNEL_SHAPES[kind]
  const refused = ({ fields }: CallFailure) => {
    if (fields['to']) form.setFields([{ name: 'to', errors: [byName(`reason.${fields['to']}`, fields['to'])] }])
  }
  const send = async ({ to = '' }: { to?: string }) => {
    setTold(null)
    const work = async () => {
      setTold(await call(testNoticeChannel, { kind, to: to.trim() }, { timeoutMs: PATIENCE_MS }))
      await onTold()
    }
    await mutate(work, { refused })
  }
  const label = needs && t(`channel.to.${needs}`)
  return (
    <SideDialog
      title={t('channel.tryTitle', { kind: t(`enum.channelKind.${kind}`) })}
      busy={busy}
      busyLabel={t('channel.sending')}
      confirmLabel={t(told ? 'channel.again' : 'channel.send')}
      onConfirm={() => form.submit()}
      onClose={onClose}
    >
      <p className="hint">{t('channel.tryIntro')}</p>
      <Form form={form} layout="vertical" requiredMark={requiredMark} onFinish={(typed) => void send(typed)}>
        {label && (
          <Form.Item
            name="to"
            label={label}
            rules={
              needs === 'mention' ? [] : [{ required: true, whitespace: true, message: requiredText(label, 'blur') }]
            }
            validateTrigger="onBlur"
          >
            <Input maxLength={200} autoComplete="off" spellCheck={false} />
          </Form.Item>
        )}
      </Form>
      {told && <ChannelAnswer told={told} />}
    </SideDialog>
  )
}
