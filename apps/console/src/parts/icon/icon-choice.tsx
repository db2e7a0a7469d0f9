import { useText } from '../../lib/text/text.ts'
import { DEVICE_ICONS, INTERFACE_ICONS } from './icon-paths.tsx'
import { MenuIcon } from './icons.tsx'
import './icon-choice.css'

/** Every icon that a menu entry may name: interface icons and device types. */
const MENU_ICONS: readonly string[] = [
  ...Object.keys(INTERFACE_ICONS),
  ...Object.keys(DEVICE_ICONS).filter((name) => name !== 'UNKNOWN'),
]

interface IconChoiceProps {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}

/** A grid of icons to pick from; picking the chosen one again clears the choice. */
export function IconChoice({ id, value, onChange }: IconChoiceProps) {
  const { t } = useText()
  return (
    <div id={id} className="icon-choice" role="group" aria-label={t('icon.choose')}>
      {MENU_ICONS.map((name) => (
        <button
          key={name}
          type="button"
          className={name === value ? 'icon-option on' : 'icon-option'}
          aria-pressed={name === value}
          aria-label={name}
          title={name}
          onClick={() => onChange?.(name === value ? null : name)}
        >
          <MenuIcon name={name} />
        </button>
      ))}
    </div>
  )
}
