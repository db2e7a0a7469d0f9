import type { DeviceIconName, IconName } from '../../parts/icon/icons.tsx'

export const GROUPS = ['recent', 'screens', 'devices', 'actions'] as const
export type Group = (typeof GROUPS)[number]

/** One line of the palette. */
export interface Choice {
  /** Stable over time: recent choices are stored by it. */
  id: string
  group: Exclude<Group, 'recent'>
  title: string
  /** Where it belongs, small beside the title. */
  hint?: string
  /** Other names by which it is found. */
  words: readonly string[]
  icon: IconName | { device: DeviceIconName | (string & {}) }
  /** The keyboard shortcut for the same. */
  keys?: readonly string[]
  run: () => void
}
