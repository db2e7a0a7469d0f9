import { usernameTaken, userResource } from '@sluice/contract'
import { Form, Input } from 'antd'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { fieldError } from '../../../parts/form/form-rules.ts'

interface UsernameInputProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
  onBlur?: () => void
}

/** FR-6: checks on leaving the field whether the name is taken; the server checks again when it is saved. */
export function UsernameInput({ id, value = '', onChange, onBlur }: UsernameInputProps) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const check = async () => {
    onBlur?.()
    const username = value.trim()
    if (fieldError(userResource, 'username', username)) return
    try {
      const { taken } = await call(usernameTaken, { username })
      const isStill = String(form.getFieldValue('username') ?? '').trim() === username
      if (taken && isStill) form.setFields([{ name: 'username', errors: [t('reason.taken')] }])
    } catch {
      // A failure blocks nothing: saving checks again.
    }
  }
  return (
    <Input
      {...(id ? { id } : {})}
      value={value}
      maxLength={32}
      autoComplete="off"
      onChange={(event) => onChange?.(event.target.value)}
      onBlur={() => void check()}
    />
  )
}
