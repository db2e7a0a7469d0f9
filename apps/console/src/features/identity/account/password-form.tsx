import { loginKey, updatePassword } from '@sluice/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { CallFailure } from '../../../lib/api/api-outcome.ts'
import { seal } from '../../../lib/access/seal.ts'
import { t as textOf, useText } from '../../../lib/text/text.ts'
import { toast } from '../../../lib/page/toast.ts'
import { Button } from '../../../parts/button/button.tsx'
import { isGoodPassword, requiredText } from '../../../parts/form/form-rules.ts'
import { refusedFields } from '../../../parts/form/refused-fields.ts'
import { useErrorLanguage } from '../../../parts/form/shown-errors.ts'

interface Typed {
  oldPassword: string
  newPassword: string
  repeat: string
}

const FIELDS = ['oldPassword', 'newPassword', 'repeat'] as const

/** FR-5, FR-6, AD-4: the error of one of the three fields; the server checks them again. */
function passwordError(name: keyof Typed, typed: Partial<Typed>): string | null {
  const value = typed[name]
  if (!value) return requiredText(textOf(`password.${name}`), 'blur')
  if (name === 'newPassword') {
    if (!isGoodPassword(value)) return textOf('rule.password')
    if (value === typed.oldPassword) return textOf('password.same')
  }
  if (name === 'repeat' && value !== typed.newPassword) return textOf('password.mismatch')
  return null
}

interface PasswordFormProps {
  /** The password that the person has just signed in with: it is not asked again, unless the server refuses it. */
  old?: string | null
  onDone: () => void
}

/** Old, new, repeated; sealed as at sign-in. The other sessions end (AD-4). */
export function PasswordForm({ old = null, onDone }: PasswordFormProps) {
  const { t } = useText()
  const [form] = Form.useForm<Typed>()
  const [busy, setBusy] = useState(false)
  const [known, setKnown] = useState(old)
  useErrorLanguage(form)

  const change = async ({ oldPassword: asked, newPassword }: Typed) => {
    const oldPassword = known ?? asked
    setBusy(true)
    try {
      const [own, fresh] = await Promise.all([call(loginKey, {}), call(loginKey, {})])
      await call(updatePassword, {
        oldPassword: await seal({ password: oldPassword }, own),
        newPassword: await seal({ password: newPassword }, fresh),
        keyId: own.keyId,
      })
      toast('success', t('password.done'))
      form.resetFields()
      onDone()
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      refusedFields(form, error)
      if (error.reason === 'wrong-old-password') {
        setKnown(null)
        setTimeout(() => form.setFields([{ name: 'oldPassword', errors: [error.message] }]))
      }
      if (error.reason === 'password-unchanged') form.setFields([{ name: 'newPassword', errors: [error.message] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      onFinish={(typed) => void change(typed)}
      scrollToFirstError={{ focus: true }}
    >
      {FIELDS.filter((name) => name !== 'oldPassword' || known === null).map((name, at) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`password.${name}`)}
          validateTrigger="onBlur"
          rules={[
            {
              validator: () => {
                const error = passwordError(name, {
                  ...form.getFieldsValue(),
                  ...(known !== null && { oldPassword: known }),
                })
                return error ? Promise.reject(new Error(error)) : Promise.resolve()
              },
            },
          ]}
          {...(name === 'newPassword' ? { extra: t('password.rule') } : {})}
        >
          <Input.Password
            autoFocus={old !== null && at === 0}
            maxLength={64}
            autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
          />
        </Form.Item>
      ))}
      <Button type="submit" kind="theme" busy={busy}>
        {t(busy ? 'state.saving' : 'password.change')}
      </Button>
    </Form>
  )
}
