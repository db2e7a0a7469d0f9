import type { Command } from '@sluice/contract'
import { useEffect, useState } from 'react'
import { openCommand } from '../../../domain/command/commands.ts'
import { useNow } from '../../../lib/time/clock.ts'

/** A confirmed box stays this long, so that the user sees the end. */
const FAREWELL_MS = 3000

/** The command of the box: the open one, and for FAREWELL_MS the one that was just confirmed. */
export function useBoxed(commands: readonly Command[], reportedAt: string | null): Command | null {
  const now = useNow(1000)
  const open = openCommand(commands, reportedAt, now)
  const [shown, setShown] = useState<string | null>(null)
  if (open && open.id !== shown) setShown(open.id)
  const ended = open ? undefined : commands.find(({ id, status }) => id === shown && status === 'EXECUTED')
  const endedId = ended?.id
  useEffect(() => {
    if (!endedId) return
    const timer = setTimeout(() => setShown(null), FAREWELL_MS)
    return () => clearTimeout(timer)
  }, [endedId])
  return open ?? ended ?? null
}
