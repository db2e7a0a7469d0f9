import type { ReactNode } from 'react'
import { DEVICE_ICONS, INTERFACE_ICONS } from './icon-paths.tsx'
import { useTypeIcon } from './type-faces.ts'

export type IconName = keyof typeof INTERFACE_ICONS
export type DeviceIconName = keyof typeof DEVICE_ICONS
export type IconSize = 12 | 14 | 16 | 18 | 22 | 34

function Drawing({ size, children, label }: { size: IconSize; children: ReactNode; label?: string | undefined }) {
  const named = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={size <= 14 ? 2 : 1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="icon"
      {...named}
    >
      {children}
    </svg>
  )
}

/** An icon beside a word is hidden from screen readers; one that stands alone needs a label (docs/spec/look.md#8). */
export function Icon({ name, size = 18, label }: { name: IconName; size?: IconSize; label?: string }) {
  return (
    <Drawing size={size} label={label}>
      {INTERFACE_ICONS[name]}
    </Drawing>
  )
}

/** The icon of a device type; unknown types are drawn as a box with a question mark (docs/spec/look.md#2.6). */
export function DeviceIcon({ type, size = 18, label }: { type: string; size?: IconSize; label?: string }) {
  return <TypeDrawing name={useTypeIcon(type)} size={size} {...(label === undefined ? {} : { label })} />
}

/** One of the drawings that a type may have. */
function TypeDrawing({ name, size = 18, label }: { name: DeviceIconName; size?: IconSize; label?: string }) {
  return (
    <Drawing size={size} label={label}>
      {DEVICE_ICONS[name]}
    </Drawing>
  )
}

/** An icon that the server's menu names: a device type, an interface icon, else a folder. */
export function MenuIcon({ name }: { name: string | null }) {
  if (name && Object.hasOwn(INTERFACE_ICONS, name)) return <Icon name={name as IconName} />
  if (name && Object.hasOwn(DEVICE_ICONS, name.toUpperCase()))
    return <TypeDrawing name={name.toUpperCase() as DeviceIconName} />
  return <Icon name="box" />
}
