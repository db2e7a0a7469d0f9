import {
  type OutputOf,
  PROVISION_ADMITS,
  type Provisioning,
  type ProvisioningSettings,
  saveProvisioning,
} from '@sluice/contract'
import { Form, Input, InputNumber, Segmented } from 'antd'
import { call } from '../../../lib/api/api.ts'
import type { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useSession } from '../../../lib/access/session.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { FieldInput } from '../../../parts/form/field-input.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'

interface Props {
  id: string
  /** Null: it is set up now. */
  provisioning: Provisioning | null
  onSaved: (saved: OutputOf<typeof saveProvisioning>) => Promise<void>
  onClose: () => void
}

type Typed = Omit<ProvisioningSettings, 'enabled'>

const FRESH = { admits: 'REGISTERED', names: null, areaId: null, totalLimit: 1000, hourLimit: 60, expireTime: null }
const UNTIL = { kind: 'time' } as const

/** Who may ask for a token, where new devices go, and how many at most. */
export function ProvisioningForm({ id, provisioning, onSaved, onClose }: Props) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const { busy, mutate } = useMutation()
  const ownDept = useSession((session) => session.userInfo?.deptId)
  const save = async (typed: Typed) => {
    const settings = {
      ...typed,
      enabled: provisioning?.settings.enabled ?? true,
      areaId: typed.areaId ?? null,
      names: typed.names?.trim() || null,
      expireTime: typed.expireTime ?? null,
    }
    const refused = ({ fields }: CallFailure) => {
      for (const [field, reason] of Object.entries(fields)) {
        const name = field.replace(/^settings\./, '') as keyof Typed
        form.setFields([{ name, errors: [byName(`reason.${reason}`, reason)] }])
      }
    }
    const version = provisioning?.version ?? null
    const work = async () => onSaved(await call(saveProvisioning, { id, version, settings }))
    if (await mutate(work, { refused })) onClose()
  }
  const needed = [{ required: true, message: byName('reason.required') }]
  return (
    <SideDialog title={t('provision.title')} busy={busy} onConfirm={() => form.submit()} onClose={onClose}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={requiredMark}
        initialValues={provisioning?.settings ?? { ...FRESH, deptId: ownDept }}
        onFinish={(typed) => void save(typed)}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item name="admits" label={t('provision.admits')}>
          <Segmented
            block
            options={PROVISION_ADMITS.map((value) => ({ value, label: t(`provision.admits.${value}`) }))}
          />
        </Form.Item>
        <Form.Item name="names" label={t('provision.names')} extra={t('provision.namesHint')}>
          <Input className="mono" maxLength={300} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name="deptId" label={t('provision.dept')} rules={needed}>
          <RefSelect to="dept" />
        </Form.Item>
        <Form.Item name="areaId" label={t('provision.area')}>
          <RefSelect to="area" />
        </Form.Item>
        <Form.Item name="totalLimit" label={t('provision.total')} rules={needed}>
          <InputNumber min={1} max={1_000_000} precision={0} controls={false} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="hourLimit" label={t('provision.hour')} rules={needed}>
          <InputNumber min={1} max={100_000} precision={0} controls={false} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="expireTime" label={t('provision.expire')}>
          <FieldInput field={UNTIL} />
        </Form.Item>
      </Form>
    </SideDialog>
  )
}
