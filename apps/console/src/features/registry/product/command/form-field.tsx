import { Form } from 'antd'
import type { ReactNode } from 'react'
import { byName } from '../../../../lib/text/text.ts'

/** Says of a field why it is refused; nothing while it may still be being typed. */
export interface Refusals {
  reasonOf: (field: string) => string | undefined
  onLeave: (field: string) => void
}

interface Props extends Refusals {
  field: string
  label: string
  hint?: string
  wide?: boolean
  children: ReactNode
}

/** One field of a form whose value is held by the form itself, with its refusal in words beneath it. */
export function FormField({ field, label, hint, wide, reasonOf, onLeave, children }: Props) {
  const reason = reasonOf(field)
  return (
    <Form.Item
      label={label}
      {...(wide ? { className: 'wide' } : {})}
      {...(hint ? { extra: hint } : {})}
      {...(reason ? { validateStatus: 'error' as const, help: byName(`reason.${reason}`, reason) } : {})}
    >
      <div onBlur={() => onLeave(field)}>{children}</div>
    </Form.Item>
  )
}
