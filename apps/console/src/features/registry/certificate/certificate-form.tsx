import { addDeviceCertificate, CERTIFICATE_LIMITS, type DeviceCertificates } from '@sluice/contract'
import { Form, Input } from 'antd'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { useText } from '../../../lib/text/text.ts'
import { FileChoice } from '../../../parts/form/file-choice.tsx'
import { requiredText } from '../../../parts/form/form-rules.ts'
import { refusedFields } from '../../../parts/form/refused-fields.ts'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'

interface Props {
  deviceId: string
  onSaved: (next: DeviceCertificates) => void
  onClose: () => void
}

/** Registers a certificate of a device: pasted, or read from its file. */
export function CertificateForm({ deviceId, onSaved, onClose }: Props) {
  const { t } = useText()
  const [form] = Form.useForm<{ pem: string }>()
  const { busy, mutate } = useMutation()
  const take = async (file: File) => {
    // A file that is much longer is no certificate; what is read of it says so.
    const pem = await file.slice(0, CERTIFICATE_LIMITS.pemLength).text()
    form.setFieldsValue({ pem })
    await form.validateFields().catch(() => undefined)
  }
  const save = async () => {
    onSaved(await call(addDeviceCertificate, { deviceId, pem: form.getFieldValue('pem') }))
    onClose()
  }
  return (
    <SideDialog
      title={t('certificate.add')}
      width={560}
      busy={busy}
      confirmLabel={t('certificate.add')}
      onClose={onClose}
      onConfirm={() => form.submit()}
    >
      <Form<{ pem: string }>
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={() =>
          void mutate(save, { done: t('certificate.added'), refused: (failure) => refusedFields(form, failure) })
        }
      >
        <FileChoice
          file={null}
          accept=".pem,.crt,.cer"
          hint={t('certificate.pemHint')}
          onFile={(file) => void take(file)}
        />
        <Form.Item
          name="pem"
          label={t('certificate.pem')}
          rules={[{ required: true, whitespace: true, message: requiredText('certificate.pem', 'blur') }]}
        >
          <Input.TextArea
            className="mono"
            maxLength={CERTIFICATE_LIMITS.pemLength}
            autoSize={{ minRows: 8, maxRows: 16 }}
            spellCheck={false}
            placeholder="-----BEGIN CERTIFICATE-----"
          />
        </Form.Item>
      </Form>
    </SideDialog>
  )
}
