import { type Command, type DeviceState, type HistoryImport, permissionKey, type Resource } from '@sluice/contract'
import type { LiveHub } from '../platform/live/live-hub.ts'

export type LivePublishers = ReturnType<typeof livePublishers>

/** What modules send to the screens over the live channel, limited to those who may see it and who subscribed. */
export function livePublishers(hub: LiveHub) {
  return {
    state: ({ deviceId, deptId }: { deviceId: string; deptId: string }, state: () => DeviceState) =>
      hub.publish(() => ({ type: 'device', state: state() }), {
        deptId,
        deviceId,
        watch: 'devices',
        key: 'device:list',
        latestOf: `device:${deviceId}`,
      }),
    message: ({ deviceId, deptId }: { deviceId: string; deptId: string }, at: number) =>
      hub.publish(() => ({ type: 'message', deviceId, messageId: new Date(at).toISOString() }), {
        deptId,
        deviceId,
        watch: 'messages',
        key: 'device:message',
        latestOf: `message:${deviceId}`,
      }),
    command: ({ command, deptId }: { command: Command; deptId: string }) =>
      hub.publish(() => ({ type: 'command', command }), {
        deptId,
        deviceId: command.deviceId,
        watch: 'devices',
        key: 'command:list',
        latestOf: `command:${command.id}`,
      }),
    /**
     * That rows of a resource changed, to whoever looks at its list and sees these departments, or those of their devices; to
     * all of them where the department of a device is not known.
     */
    rows(resource: Resource, deptIds: readonly (string | null)[] = [null]): void {
      const { name, scope } = resource
      if (scope === 'self') return
      const event = { type: 'rows' as const, resource: name }
      const target = { watch: 'lists' as const, item: name, key: permissionKey(resource, 'page') }
      const isKnown = scope === 'dept' || (scope === 'device' && deptIds.length > 0)
      for (const deptId of isKnown ? deptIds : [null]) {
        hub.publish(() => event, {
          ...target,
          ...(deptId !== null && { deptId }),
          ...(scope === 'platform' && { platform: true as const }),
          latestOf: `rows:${name}`,
        })
      }
    },
    historyImport: (run: HistoryImport) =>
      hub.publish(() => ({ type: 'historyImport', run }), {
        deptId: run.deptId,
        key: 'historyImport:list',
        latestOf: `historyImport:${run.id}`,
      }),
    /** That the messages of a person changed, to them alone. */
    pushes: (userId: string) => hub.publish(() => ({ type: 'pushes' }), { userId, latestOf: `pushes:${userId}` }),
    /** That what waits for a person to decide changed, to them alone. */
    tasks: (userId: string) => hub.publish(() => ({ type: 'tasks' }), { userId, latestOf: `tasks:${userId}` }),
    outage: (down: boolean) => hub.publish(() => ({ type: 'store', up: !down }), {}),
  }
}
