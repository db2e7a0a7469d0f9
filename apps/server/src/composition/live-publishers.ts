import {
  type Command,
  type DeviceState,
  type HistoryImport,
  permissionKey,
  type Resource,
  RESOURCES,
  type StoredEventMap,
} from '@sluice/contract'
import type { LiveHub, LiveTarget } from '../platform/live/live-hub.ts'
import { tenantFacts } from '../platform/resource/tenant-tables.ts'

export type LivePublishers = ReturnType<typeof livePublishers>

/** What modules send to the screens over the live channel, limited to those who may see it and who subscribed. */
export function livePublishers(hub: LiveHub) {
  /**
   * That rows of a resource changed, to whoever looks at its list and sees these departments (null: rows that belong to
   * none of them), or, where everybody sees only what is theirs, to this user.
   */
  function rows(resource: Resource, deptIds: readonly (string | null)[], userId?: string): void {
    const { name } = resource
    const target = {
      watch: 'lists',
      item: name,
      key: permissionKey(resource, 'page'),
      latestOf: `rows:${name}`,
    } as const
    for (const audience of audiencesOf(resource, deptIds, userId))
      hub.publish(() => ({ type: 'rows', resource: name }), { ...target, ...audience })
  }

  return {
    rows,
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
    /** The same of every resource that shows these rows. */
    changed({ resources, deptIds, userId }: StoredEventMap['rows.changed']): void {
      for (const name of resources) if (RESOURCES[name]) rows(RESOURCES[name], deptIds, userId)
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

type Audience = Pick<LiveTarget, 'deptId' | 'platform' | 'userId'>

/** When something happens in a department is told to nobody who does not see it. */
function audiencesOf({ scope, table }: Resource, deptIds: readonly (string | null)[], userId?: string): Audience[] {
  switch (scope) {
    case 'none':
      return [{}]
    case 'platform':
      return [{ platform: true }]
    case 'self':
      return userId === undefined ? [] : [{ userId }]
    case 'dept':
    case 'device': {
      const ofNone: Audience = tenantFacts(table)?.shared ? {} : { platform: true }
      return deptIds.map((deptId) => (deptId === null ? ofNone : { deptId }))
    }
  }
}
