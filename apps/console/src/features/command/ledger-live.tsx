import { commandResource, type CommandRow } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { keepCommands, useKnownCommands, useNewestCommand } from '../../domain/command/commands.ts'
import { useLive, watchLive } from '../../lib/live/live.ts'
import type { LiveRows } from '../../parts/list/table/table-props.ts'

/** Refreshes the list with new commands of any user, while it is shown. */
export function useFreshLedger(deviceId: string | null): void {
  const client = useQueryClient()
  const newest = useNewestCommand(deviceId)
  const reopened = useLive((state) => state.reopened)
  const heard = `${newest} ${reopened}`
  const seen = useRef(heard)
  useEffect(() => watchLive({ devices: deviceId === null ? 'all' : [deviceId] }), [deviceId])
  useEffect(() => {
    if (seen.current === heard) return
    seen.current = heard
    void client.invalidateQueries({ queryKey: ['page', commandResource.name] })
  }, [heard, client])
}

export function LedgerFeed({ rows, askedAt }: { rows: readonly CommandRow[]; askedAt: number }) {
  useEffect(() => keepCommands(rows, askedAt), [rows, askedAt])
  return null
}

export function LiveCommand({ id, children }: { id: string; children: () => ReactNode }) {
  useKnownCommands([id])
  return children()
}

export const LIVE_COMMANDS: LiveRows<typeof commandResource> = {
  feed: (rows, askedAt) => <LedgerFeed rows={rows} askedAt={askedAt} />,
  around: ({ id }, draw) => <LiveCommand id={id}>{draw}</LiveCommand>,
}
