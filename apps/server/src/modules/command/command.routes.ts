import { cancelCommand, commandPage, commandResource, getCommand, previewCommand, sendCommand } from '@sluice/contract'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import { mountResource } from '../../platform/resource/mount-resource.ts'
import { pageRows } from '../../platform/resource/resource.store.ts'
import { COMMANDS } from './command-list.store.ts'
import type { CommandService } from './command.service.ts'

export function mountCommands(api: Api, commands: CommandService): void {
  const { shape } = mountResource(api, commandResource, { ...COMMANDS, answered: ['page', 'get'] })
  mountOperation(api, sendCommand, (input, context) => commands.send(input, context))
  mountOperation(api, getCommand, ({ id }, { session }) => commands.get(id, session))
  mountOperation(api, commandPage, async ({ page, limit, sort, order, ...filters }, { session }) => {
    return pageRows(api.db, shape, session.scope, { page, limit, sort, order, filters })
  })
  mountOperation(api, cancelCommand, ({ id }, context) => commands.cancel(id, context))
  mountOperation(api, previewCommand, (input, { session }) => commands.preview(input, session))
}
