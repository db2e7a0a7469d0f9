import type { Command } from '@sluice/contract'
import type { ReactNode } from 'react'

/** Draws how far a command is, in one line; the map itself knows no steps of commands. */
export type ProgressSlot = (command: Command) => ReactNode
