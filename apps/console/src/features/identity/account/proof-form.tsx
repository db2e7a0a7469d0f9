import { Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { requiredText } from '../../../parts/form/form-rules.ts'

export interface Proof {
  password: string
  code: string
}

interface ProofFormProps {
  /** Which of the two are required. */
  ask: readonly (keyof Proof)[]
  submit: string
  danger?: boolean
  /** Called with the typed values; its refusals are shown at their fields. */
  onProof: (proof: Proof) => Promise<void>
  children?: ReactNode
}

const FIELD_OF: Readonly<Record<string, keyof Proof>> = { 'wrong-old-password': 'password', 'wrong-code': 'code' }

/** Asks a signed-in user for the password, a code, or both. */
export function ProofForm({ ask, submit, danger = false, onProof, children }: ProofFormProps) {
  const { t } = useText()
  const [form] = Form.useForm<Proof>()
  const [busy, setBusy] = useState(false)

  const prove = async (proof: Proof) => {
    setBusy(true)
    try {
      await onProof(proof)
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      const field = FIELD_OF[error.reason ?? '']
      if (field) {
        const text = field === 'password' ? t('totp.wrongPassword') : error.message
        form.setFields([{ name: field, errors: [text], value: '' }])
        form.focusField(field)
      }
    } finally {
      setBusy(false)
    }
  }

  const required = (name: keyof Proof) => [{ required: true, message: requiredText(t(`totp.${name}`), 'blur') }]
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      onFinish={(proof) => void prove(proof)}
      scrollToFirstError={{ focus: true }}
    >
      {children}
      {ask.includes('password') && (
        <Form.Item name="password" label={t('totp.password')} rules={required('password')}>
          <Input.Password maxLength={64} autoComplete="current-password" />
        </Form.Item>
      )}
      {ask.includes('code') && (
        <Form.Item name="code" label={t('totp.code')} rules={required('code')}>
          <Input
            className="code-input"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={24}
          />
        </Form.Item>
      )}
      <Button type="submit" kind={danger ? 'danger' : 'theme'} busy={busy}>
        {busy ? t('state.saving') : submit}
      </Button>
    </Form>
  )
}
