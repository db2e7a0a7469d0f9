import { DeviceIcon, type IconSize } from './icons.tsx'
import { useTypeColour } from './type-faces.ts'
import './type-tile.css'

interface Props {
  type: string
  size?: IconSize
  className?: string
  label?: string
}

/** The icon of a device type on the ground that its type has; the icon itself is ink, whatever the ground. */
export function TypeTile({ type, size = 18, className = '', label }: Props) {
  const colour = useTypeColour(type)
  return (
    <span className={`tile ${className}`.trim()} {...(colour === 'NONE' ? {} : { 'data-ground': colour })}>
      <DeviceIcon type={type} size={size} {...(label === undefined ? {} : { label })} />
    </span>
  )
}
