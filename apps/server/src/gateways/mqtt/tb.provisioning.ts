import { readTbProvision, type TbProvisionAnswer, tbProvisionAnswer } from '@sluice/codecs'
import type { Log } from '../../platform/log/log.ts'
import { addressIn, ownerOf } from '../../platform/http/remote-address.ts'
import type { ProvisioningPort } from '../gateway.ts'
import type { PasswordGuard } from '../stranger/password-guard.ts'
import { type FromBroker, PROVISION_LIMITS } from './broker/broker.messages.ts'
import { TB_MQTT } from './mqtt-session.ts'
import { RateGuard } from './broker/rate-guard.ts'

export interface TbProvisioningDeps {
  provisioning: ProvisioningPort
  guard: PasswordGuard
  log: Log
  /** To the device; null: nothing is known to be given, and it is to ask again. `wrong`: no such key and secret. */
  answer(link: number, payload: string | null, wrong: boolean): void
  /** For the list of refusals. */
  refuse(remote: string, reason: string): void
}

/** What the device is told; `refused`: for the list of refusals, never with a secret in it. */
interface ProvisionOutcome {
  payload: string
  refused: string | null
  /** No such key and secret. */
  wrong: boolean
}

const EVERYBODY = 'everybody'

/** Answers devices that ask for their token with the key and secret of their product. */
export class TbProvisioning {
  readonly #deps: TbProvisioningDeps
  readonly #each = new RateGuard(PROVISION_LIMITS.addressPerSecond, PROVISION_LIMITS.addressBurst)
  readonly #all = new RateGuard(PROVISION_LIMITS.allPerSecond, PROVISION_LIMITS.allBurst)

  constructor(deps: TbProvisioningDeps) {
    this.#deps = deps
  }

  async take({ link, payload, remote }: Extract<FromBroker, { kind: 'provision' }>): Promise<void> {
    const { answer, refuse, log } = this.#deps
    try {
      const { payload: told, refused: because, wrong } = await this.#outcome(payload, remote)
      if (because !== null) refuse(remote, because)
      answer(link, told, wrong)
    } catch (error) {
      log.warn({ err: error, remote }, 'a device that asked for its token could not be answered')
      answer(link, null, false)
    }
  }

  /** Rejects while the store is away. */
  async #outcome(payload: Uint8Array, from: string): Promise<ProvisionOutcome> {
    const remote = addressIn(from)
    const owner = ownerOf(remote)
    const now = performance.now()
    if (!this.#each.admits(owner, now) || !this.#all.admits(EVERYBODY, now)) return refused('too many requests')
    const read = readTbProvision(payload)
    if (!read.ok) return refused(read.error)
    const asked = { ...read.value, protocol: TB_MQTT, remote }
    const { provisioning, guard } = this.#deps
    const known = await guard.attempt(`provision ${asked.key}`, owner, async () =>
      (await provisioning.knowsSecret(asked)) ? 'KNOWN' : 'BAD_PASSWORD',
    )
    if (known === 'HELD_BACK') return refused('too many wrong secrets, try again later')
    const given = known === 'KNOWN' ? await provisioning.give(asked) : null
    if (given === null) return { ...refused('no such provision key and secret', 'NOT_FOUND'), wrong: true }
    if ('refused' in given) return refused(given.refused)
    return { payload: tbProvisionAnswer({ status: 'SUCCESS', token: given.token }), refused: null, wrong: false }
  }
}

function refused(errorMsg: string, status: Exclude<TbProvisionAnswer['status'], 'SUCCESS'> = 'FAILURE') {
  return { payload: tbProvisionAnswer({ status, errorMsg }), refused: `provisioning: ${errorMsg}`, wrong: false }
}
