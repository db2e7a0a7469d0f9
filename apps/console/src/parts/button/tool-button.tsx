import { useText } from '../../lib/text/text.ts'
import { Icon, type IconName } from '../icon/icons.tsx'

export function ToolButton({
  icon,
  label,
  onClick,
  pressed,
  disabled = false,
}: {
  icon: IconName
  label: string
  onClick: () => void
  pressed?: boolean
  disabled?: boolean
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={disabled}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </button>
  )
}

/** Fetches again what is shown. */
export function RefreshButton({ onClick }: { onClick: () => void }) {
  const { t } = useText()
  return <ToolButton icon="refresh" label={t('action.refresh')} onClick={onClick} />
}
