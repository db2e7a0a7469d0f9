import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './icon/icons.tsx'

const CLASSES = { plain: 'btn', theme: 'btn btn-theme', danger: 'btn btn-danger', link: 'link' } as const

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: keyof typeof CLASSES
  icon?: IconName
  /** What it started is under way: it cannot be pressed meanwhile. */
  busy?: boolean
}

/** A button with words; one with an icon alone is a `ToolButton`. */
export function Button({ kind = 'plain', icon, busy, className, disabled, type, children, ...others }: ButtonProps) {
  return (
    <button
      {...others}
      type={type === 'submit' ? 'submit' : 'button'}
      className={className ? `${CLASSES[kind]} ${className}` : CLASSES[kind]}
      {...(busy === undefined ? {} : { 'aria-busy': busy })}
      disabled={Boolean(disabled || busy)}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}
