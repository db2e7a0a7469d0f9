import type { DeviceIconName, IconName } from '../../parts/icon/icons.tsx'

export const GROUPS = ['recent', 'screens', 'devices', 'actions'] as const
export type Group = (typeof GROUPS)[number]

/** One line of the palette. */
export interface Choice {
  /** The same thing has the same id tomorrow: recent ones are remembered by it. */
  id: string
  group: Exclude<Group, 'recent'>
  title: string
  /** Where it belongs, small beside the title. */
  hint?: string
  /** Other names it is found by. */
  words: readonly string[]
  icon: IconName | { device: DeviceIconName | (string & {}) }
  /** Keys that do the same. */
  keys?: readonly string[]
  run: () => void
}
