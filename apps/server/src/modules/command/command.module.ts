import type { Api } from '../../platform/http/mount-operation.ts'
import type { CommandDeps } from './command.ports.ts'
import { mountCommands } from './command.routes.ts'
import { CommandService } from './command.service.ts'
import { createPage } from './page/page.service.ts'
import { mountPage } from './page/page.routes.ts'
import { Dispatcher } from './dispatcher.ts'
import { LocalOperations } from './local-operation.ts'
import type { ScopedDeviceId } from '../../platform/resource/scoped.ts'
import type { HeardDevice } from './command.ports.ts'

/** The ledger: a command from the click to its proof. */
export function createCommands(deps: CommandDeps) {
  const dispatcher = new Dispatcher(deps, (execution) => service.ask(execution))
  const service = new CommandService(deps, dispatcher)
  const local = new LocalOperations(
    (deviceId, at) => dispatcher.isCommanded(deviceId, at),
    (move) => {
      deps
        .noteLocalMove(move)
        .catch((error: unknown) => deps.log.warn({ err: error }, 'a local move could not be noted'))
    },
  )
  return {
    mount(api: Api): void {
      mountCommands(api, service)
      mountPage(api, createPage(deps, service))
    },
    /** Takes over the open commands of the last process; called before devices can connect. */
    start: () => dispatcher.start(),
    /** Values of a station and its devices are stored. */
    onReport(stationId: string, devices: readonly HeardDevice[], at: number): void {
      dispatcher.onReport(stationId, devices, at)
      for (const device of devices) local.hear(device, at)
    },
    answered: dispatcher.answered.bind(dispatcher),
    /** For another module that sends several: each into the ledger, under the caller's rights. */
    accept: service.accept.bind(service),
    commandsOf: service.commandsOf.bind(service),
    codesOf: async (deviceId: ScopedDeviceId) => (await service.commandsFor(deviceId)).map(({ code }) => code),
    tick: () => dispatcher.tick(),
    /** The time of day was set by so much. */
    clockLeapt: (byMs: number) => dispatcher.clockLeapt(byMs),
    stop: () => dispatcher.stop(),
  }
}
