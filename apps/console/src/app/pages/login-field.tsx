import type { ReactNode } from 'react'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { Icon, type IconName } from '../../parts/icon/icons.tsx'

interface LoginFieldProps {
  id: string
  label: string
  icon: IconName
  error: string | null
  children: ReactNode
}

export function LoginField({ id, label, icon, error, children }: LoginFieldProps) {
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className={error ? 'login-box wrong' : 'login-box'}>
        <Icon name={icon} />
        {children}
      </div>
      {error && (
        <p className="login-error" id={`${id}-error`} role="alert">
          <Glyph name="failed" />
          {error}
        </p>
      )}
    </div>
  )
}
