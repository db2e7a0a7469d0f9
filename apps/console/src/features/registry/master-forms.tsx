import { deviceResource, type DeviceRow, replaceMaster } from '@sluice/contract'
import { Form } from 'antd'
import { call } from '../../lib/api/api.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { toast } from '../../lib/page/toast.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { FormDrawer } from '../../parts/form/form-drawer.tsx'
import { RefSelect } from '../../parts/form/ref-select.tsx'
import { refusedFields } from '../../parts/form/refused-fields.ts'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'
import { shapeOf } from './device-shape.ts'

interface FormProps {
  device: DeviceRow
  onClose: () => void
}

/** Another master takes the place of this one: its slaves move with their history. */
function ReplaceMasterForm({ device, onClose }: FormProps) {
  const { t } = useText()
  const [form] = Form.useForm<{ newMasterId?: string }>()
  const { busy, mutate } = useMutation(deviceResource.name, 'valveSlave')
  const replace = async () => {
    const { newMasterId = '' } = form.getFieldsValue()
    const { moved } = await call(replaceMaster, { masterId: device.id, newMasterId })
    toast('success', t('master.replaced', { n: moved.length }))
    onClose()
  }
  return (
    <SideDialog
      title={t('master.replaceTitle', { name: device.name })}
      width={480}
      busy={busy}
      confirmLabel={t('master.replace')}
      onClose={onClose}
      onConfirm={() => form.submit()}
    >
      <p className="hint">{t('master.replaceHint')}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={() => void mutate(replace, { refused: (failure) => refusedFields(form, failure) })}
      >
        <Form.Item
          name="newMasterId"
          label={t('master.new')}
          rules={[{ required: true, message: t('rule.choose', { field: t('master.new') }) }]}
        >
          <RefSelect to={deviceResource.name} placeholder={t('master.choose')} aria-label={t('master.new')} />
        </Form.Item>
      </Form>
    </SideDialog>
  )
}

/** Where a slave hangs, and nothing else of its form. */
const PLACE = ['masterId', 'channel', 'slaveAddr']
const OTHERS = (deviceResource.form ?? []).filter((name) => !PLACE.includes(name)) as (keyof DeviceRow &
  keyof typeof deviceResource.fields)[]

/** A slave moves to another master, or to another place on its own. */
function MoveSlaveForm({ device, onClose }: FormProps) {
  const { t } = useText()
  return (
    <FormDrawer
      resource={deviceResource}
      id={device.id}
      slots={{
        title: t('master.moveTitle', { name: device.name }),
        omit: OTHERS,
        useShape: (_values, row) => shapeOf(row ?? device),
        below: () => <p className="hint">{t('master.moveHint', { field: byName('device.masterId') })}</p>,
      }}
      onClose={onClose}
    />
  )
}

/** The forms of a device's actions, wherever they are offered. */
export const DEVICE_FORMS = {
  replaceMaster: (device: DeviceRow, close: () => void) => <ReplaceMasterForm device={device} onClose={close} />,
  moveSlave: (device: DeviceRow, close: () => void) => <MoveSlaveForm device={device} onClose={close} />,
}
