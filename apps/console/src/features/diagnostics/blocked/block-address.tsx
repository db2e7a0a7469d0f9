import { blockAddress, blockedAddressResource, previewBlock } from '@sluice/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import type { TextKey } from '../../../texts/zh-CN.ts'
import { CheckBox } from '../../../parts/control/check-box.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { requiredText } from '../../../parts/form/form-rules.ts'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import './blocked.css'

interface Typed {
  network: string
  reason: string
  life: string
}

/** How long, in minutes; none is for good. */
const LIVES: readonly (readonly [minutes: number | null, text: TextKey])[] = [
  [60, 'blocked.hour'],
  [24 * 60, 'blocked.day'],
  [7 * 24 * 60, 'blocked.week'],
  [30 * 24 * 60, 'blocked.month'],
  [null, 'blocked.forGood'],
]
/** An address that is still being typed is not looked up with every key. */
const SHORTEST = 4

/** Which devices would be kept out, before it is done; or why it cannot be. */
function Preview({ network, onDevices }: { network: string; onDevices: (confirmed: boolean) => void }) {
  const { t } = useText()
  const [confirmed, setConfirmed] = useState(false)
  const asked = network.trim()
  const { data } = useAnswer(previewBlock, asked.length < SHORTEST ? null : { network: asked }, {
    silent: true,
    keep: true,
    staleMs: 5_000,
  })
  if (!data || asked.length < SHORTEST) return null
  if (data.problem) {
    return data.problem === 'format' ? null : <p className="form-error">{byName(`reason.${data.problem}`)}</p>
  }
  if (data.devices === 0) return <p className="hint">{t('blocked.noDevices', { network: data.network ?? asked })}</p>
  const named = data.names.join(t('list.comma'))
  return (
    <div className="notice block-preview" role="alert">
      <p>
        <Glyph name="level2" />
        <span>{t('blocked.devices', { n: data.devices, named })}</span>
      </p>
      <CheckBox
        checked={confirmed}
        onChange={(on) => {
          setConfirmed(on)
          onDevices(on)
        }}
      >
        {t('blocked.confirm')}
      </CheckBox>
    </div>
  )
}

/** Keeps an address or network out, for a time or for good. `address`: with or without the port that logs write. */
export function BlockAddress({ address = '', onClose }: { address?: string; onClose: () => void }) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const { busy, mutate } = useMutation(blockedAddressResource.name)
  const network = Form.useWatch('network', form) ?? address
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const label = (name: 'network' | 'reason') => byName(`blockedAddress.${name}`)
  const needed = (name: string) => [{ required: true, whitespace: true, message: requiredText(name, 'blur') }]
  const refused = ({ fields }: CallFailure) => {
    if (fields['network']) form.setFields([{ name: 'network', errors: [fields['network']] }])
  }
  const save = ({ life, ...typed }: Typed) => {
    const minutes = LIVES[Number(life)]?.[0] ?? null
    return call(blockAddress, { ...typed, minutes, ...(confirmed === network ? { confirmed: true } : {}) })
  }
  const submit = async (typed: Typed) => {
    const done = t('blocked.done', { network: typed.network.trim() })
    if (await mutate(() => save(typed), { refused, done })) onClose()
  }
  return (
    <SideDialog
      title={t('blocked.title')}
      busy={busy}
      confirmLabel={t('blocked.block')}
      onConfirm={() => form.submit()}
      onClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={requiredMark}
        initialValues={{ network: address, reason: '', life: '1' }}
        onFinish={(typed) => void submit(typed)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item
          name="network"
          label={label('network')}
          rules={needed(label('network'))}
          validateTrigger="onBlur"
          extra={t('blocked.networkHint')}
        >
          <Input className="mono" maxLength={60} spellCheck={false} placeholder="203.0.113.7" />
        </Form.Item>
        <Preview key={network} network={network} onDevices={(on) => setConfirmed(on ? network : null)} />
        <Form.Item name="reason" label={label('reason')} rules={needed(label('reason'))} validateTrigger="onBlur">
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} showCount />
        </Form.Item>
        <Form.Item name="life" label={t('blocked.life')}>
          <Select<string> options={LIVES.map(([, text], n) => ({ value: String(n), label: t(text) }))} />
        </Form.Item>
      </Form>
    </SideDialog>
  )
}
