import { Button } from '../button/button.tsx'
import { Icon, type IconName } from '../icon/icons.tsx'

interface EmptyStateProps {
  icon?: IconName
  text: string
  hint?: string | undefined
  action?: { label: string; onClick: () => void } | undefined
}

/** One line-drawn glyph, one sentence, one action (docs/spec/look.md#3). */
export function EmptyState({ icon = 'empty', text, hint, action }: EmptyStateProps) {
  return (
    <div className="empty" role="status">
      <span className="empty-glyph">
        <Icon name={icon} size={34} />
      </span>
      <p>{text}</p>
      {hint && <small>{hint}</small>}
      {action && <Button onClick={action.onClick}>{action.label}</Button>}
    </div>
  )
}
