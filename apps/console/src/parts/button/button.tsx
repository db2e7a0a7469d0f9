import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '../icon/icons.tsx'

/**
 * `command` moves a valve, `stop` stops it, and `urged` is the suggested first step when the outcome of a command is
 * unknown (docs/spec/look.md#6).
 */
export const BUTTON_CLASSES = {
  plain: 'btn',
  theme: 'btn btn-theme',
  danger: 'btn btn-danger',
  command: 'btn btn-command',
  stop: 'btn btn-command btn-stop',
  urged: 'btn btn-urged',
  link: 'link',
} as const
type ButtonKind = keyof typeof BUTTON_CLASSES

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind
  icon?: IconName
  /** Its action is running: the button cannot be pressed. */
  busy?: boolean
}

const classOf = (kind: ButtonKind, more: string | undefined) =>
  more ? `${BUTTON_CLASSES[kind]} ${more}` : BUTTON_CLASSES[kind]

/** A button with text; an icon alone is a `ToolButton`. */
export function Button({ kind = 'plain', icon, busy, className, disabled, type, children, ...others }: ButtonProps) {
  return (
    <button
      {...others}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classOf(kind, className)}
      {...(busy === undefined ? {} : { 'aria-busy': busy })}
      disabled={Boolean(disabled || busy)}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  )
}

interface ButtonLinkProps {
  to: string
  kind?: ButtonKind
  children: string
}

/** A link that looks like a button: it navigates and changes nothing. */
export function ButtonLink({ to, kind = 'plain', children }: ButtonLinkProps) {
  return (
    <Link className={classOf(kind, undefined)} to={to}>
      {children}
    </Link>
  )
}
