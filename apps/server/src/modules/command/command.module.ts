import type { Api } from '../../platform/mount-operation.ts'
import type { CommandDeps } from './command.ports.ts'
import { mountCommands } from './command.routes.ts'
import { CommandService } from './command.service.ts'
import { Dispatcher } from './dispatcher.ts'

/** The ledger: a command from the click to its proof. */
export function createCommands(deps: CommandDeps) {
  const dispatcher = new Dispatcher(deps, (flight) => service.ask(flight))
  const service = new CommandService(deps, dispatcher)
  return {
    mount: (api: Api) => mountCommands(api, service),
    /** Takes up what the last process left; before devices can call. */
    start: () => dispatcher.start(),
    heard: dispatcher.heard.bind(dispatcher),
    answered: dispatcher.answered.bind(dispatcher),
    tick: () => dispatcher.tick(),
    stop: () => dispatcher.stop(),
  }
}
