import type { Command, DeviceState, HistoryImport } from '@sluice/contract'
import type { LiveHub } from './platform/live-hub.ts'

/** What modules tell the screens, in the words of the live channel: who may see it, and who asked for it. */
export function livePublishers(hub: LiveHub) {
  return {
    state: (state: DeviceState) =>
      hub.publish(
        { type: 'device', state },
        {
          deptId: state.deptId,
          deviceId: state.deviceId,
          watch: 'devices',
          key: 'device:list',
          latestOf: `device:${state.deviceId}`,
        },
      ),
    message: ({ deviceId, deptId }: { deviceId: string; deptId: string }, at: number) =>
      hub.publish(
        { type: 'message', deviceId, messageId: new Date(at).toISOString() },
        { deptId, deviceId, watch: 'messages', key: 'device:message', latestOf: `message:${deviceId}` },
      ),
    command: ({ command, deptId }: { command: Command; deptId: string }) =>
      hub.publish(
        { type: 'command', command },
        {
          deptId,
          deviceId: command.deviceId,
          watch: 'devices',
          key: 'command:list',
          latestOf: `command:${command.id}`,
        },
      ),
    unknownStation: ({ address }: { address: string }) =>
      hub.publish(
        { type: 'unknownStation', address },
        { watch: 'unknownStations', key: 'unknownStation:list', platform: true, latestOf: `unknown:${address}` },
      ),
    historyImport: (run: HistoryImport) =>
      hub.publish(
        { type: 'historyImport', run },
        { deptId: run.deptId, key: 'historyImport:list', latestOf: `historyImport:${run.id}` },
      ),
    outage: (down: boolean) => hub.publish({ type: 'store', up: !down }, {}),
  }
}
