import type { Command, DeviceState, DeviceRow } from '@sluice/contract'
import { commandPage, deviceResource } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePermission } from '../../../../lib/access/access.tsx'
import { useAsked, useRow } from '../../../../lib/api/answer.ts'
import { call, type CallOptions } from '../../../../lib/api/api.ts'
import { keepCommands, useCommandsOf } from '../../../../domain/command/commands.ts'
import { useCurrentState } from '../../../../domain/state/current-state.ts'
import type { Asked } from '../command-form.tsx'
import { useLive } from '../../../../lib/live/live.ts'

/** Enough commands for the box, the latest events and the dashed line of a day. */
const RECENT = 50

export interface ValveState {
  device: DeviceRow | undefined
  state: DeviceState | undefined
  /** Newest first. */
  commands: readonly Command[]
  pending: boolean
  error: Error | null
  retry: () => void
}

/** The device, its last report and its commands: first by HTTP, then from the live channel. */
export function useValveState(deviceId: string): ValveState {
  const client = useQueryClient()
  const reopened = useLive((state) => state.reopened)
  const mayRead = usePermission(['command:list'])
  const current = useCurrentState(deviceId)
  const commands = useCommandsOf(deviceId)
  const device = useRow(deviceResource, deviceId)
  const keepRecent = async (how: CallOptions, at: number) => {
    keepCommands((await call(commandPage, { deviceId, limit: RECENT }, how)).list, at)
    return at
  }
  useAsked(['commands', deviceId, 'recent'], mayRead ? keepRecent : null, { silent: true })
  useEffect(() => {
    if (reopened > 0) void client.invalidateQueries({ queryKey: ['commands', deviceId] })
  }, [reopened, deviceId, client])
  return {
    device: device.data,
    state: current.data,
    commands,
    pending: device.isPending || current.pending,
    error: device.error ?? current.error,
    retry: () => {
      void device.refetch()
      current.retry()
    },
  }
}

/** Commands that move an opening. */
export const VALVE_CODES: ReadonlySet<string> = new Set(['OPEN', 'CLOSE', 'SET_OPENING'])

/** The commands of a device. */
export type Commanded = { commands: readonly Asked[] }

/** Codes of the device's commands. */
export function commandCodes(device: Commanded | undefined): readonly string[] {
  return device?.commands.map(({ code }) => code) ?? []
}
