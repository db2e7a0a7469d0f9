import type { ActionLetter } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { Icon } from '../../icon/icons.tsx'
import { toast } from '../../../lib/page/toast.ts'
import { MenuButton } from '../../overlay/menu-button.tsx'

export interface RowAction {
  key: string
  label: string
  danger?: boolean
  /** Why the action cannot be used now: it stays visible and says so. Without the permission it is left out. */
  because?: string | null
  /** It starts at another status of the row than it has. */
  elsewhere?: boolean
  /** The action changes the row without a form, so Enter alone does not run it. */
  changes?: boolean
  /** The key that does it to the row with the focus. */
  letter?: ActionLetter
  onClick: () => void
}

/** What the button of an action says beside its word: its key, in brackets. */
export function keyed({ label, letter }: RowAction): string | undefined {
  return letter && `${label} (${letter.toUpperCase()})`
}

/** Does what the letter of a key stands for, or says why it cannot be done now; false where it stands for nothing. */
export function takeLetter(letter: string, actions: readonly RowAction[]): boolean {
  const action = actions.find((one) => one.letter === letter.toLowerCase())
  if (!action) return false
  if (action.because) toast('info', action.because)
  else action.onClick()
  return true
}

const LINKS = 2

interface RowActionsProps {
  actions: readonly RowAction[]
  subject: string
  /** With little room: several actions become one ⋯ menu. */
  folded?: boolean
}

/** At most two links plus a ⋯ menu (docs/spec/look.md#3). */
export function RowActions({ actions, subject, folded = false }: RowActionsProps) {
  const { t } = useText()
  const room = folded && actions.length > 1 ? 0 : LINKS
  const split = actions.length > room ? room : actions.length
  const more = actions.slice(split)
  return (
    // A press on an action is not one on its row, which would unfold it.
    <span className="actions" role="presentation" onClick={(event) => event.stopPropagation()}>
      {actions.slice(0, split).map((action) => (
        <button
          key={action.key}
          type="button"
          className={action.danger ? 'link danger' : 'link'}
          disabled={Boolean(action.because)}
          title={action.because ?? keyed(action)}
          onClick={action.onClick}
        >
          {action.label}
        </button>
      ))}
      {more.length > 0 && (
        <MenuButton
          label={t('list.more', { name: subject })}
          items={more.map((action) => ({
            key: action.key,
            label: action.label,
            because: action.because ?? null,
            danger: action.danger ?? false,
            onSelect: action.onClick,
          }))}
        >
          <Icon name="more" size={16} />
        </MenuButton>
      )}
    </span>
  )
}
