import { cancelCommand, commandPage, getCommand, previewCommand, sendCommand } from '@sluice/contract'
import { type Api, mountOperation } from '../../platform/mount-operation.ts'
import type { CommandService } from './command.service.ts'

export function mountCommands(api: Api, commands: CommandService): void {
  mountOperation(api, sendCommand, (input, context) => commands.send(input, context))
  mountOperation(api, getCommand, ({ id }, { session }) => commands.get(id, session))
  mountOperation(api, commandPage, async (query, { session }) => {
    const { page, limit } = query
    return { ...(await commands.page(query, session)), page, limit }
  })
  mountOperation(api, cancelCommand, ({ id }, context) => commands.cancel(id, context))
  mountOperation(api, previewCommand, (input, { session }) => commands.preview(input, session))
}
