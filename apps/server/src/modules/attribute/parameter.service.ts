import {
  type DeviceParameter,
  type InputOf,
  type ModelParameter,
  type OutputOf,
  type deviceParameters,
  parameterRefusal,
  saveParameters,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Connection } from '../../platform/db/db.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import { type ScopedDeviceId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import type { Addressee, AttributeDeps } from './attribute.ports.ts'
import { only } from './attribute.rules.ts'
import type { SharedAttributes } from './attribute.service.ts'
import { listAttributes } from './attribute.store.ts'
import { sameValue, stateOf } from './parameter.rules.ts'
import { desiredVersion, type ParameterWord, wordsOf } from './parameter.store.ts'

type Parameters = OutputOf<typeof deviceParameters>
type Values = InputOf<typeof saveParameters>['values']

/** What devices are to have, by the parameters of their models, and what they say they have. */
export class DeviceParameters {
  readonly #deps: AttributeDeps
  readonly #shared: SharedAttributes

  constructor(deps: AttributeDeps, shared: SharedAttributes) {
    this.#deps = deps
    this.#shared = shared
  }

  async of(given: string, { session }: CallContext): Promise<Parameters> {
    const deviceId = await scopedDeviceId(this.#deps.db, session, given)
    const device = await this.#deps.addressee(deviceId)
    if (!device) throw new AppError('not-found')
    return this.#read(deviceId, device)
  }

  async save(input: InputOf<typeof saveParameters>, context: CallContext) {
    const { db, addressee } = this.#deps
    const deviceId = await scopedDeviceId(db, context.session, input.deviceId)
    const device = await addressee(deviceId)
    if (!device) throw new AppError('not-found')
    const refused = refusalsIn(device.parameters, input.values)
    if (refused) throw new AppError('validation', { fields: refused })
    const keys = await db.transaction((tx) => this.#store(tx, { deviceId, device, input, context }))
    const pushed = keys.length > 0 && (await this.#shared.tell(device, deviceId, keys))
    return { ...(await this.#read(deviceId, device)), pushed }
  }

  /** Resolves with the keys that changed. */
  async #store(
    tx: Connection,
    {
      deviceId,
      device,
      input,
      context,
    }: {
      deviceId: ScopedDeviceId
      device: Addressee
      input: InputOf<typeof saveParameters>
      context: CallContext
    },
  ): Promise<string[]> {
    const before = await this.#shared.held(tx, deviceId)
    if ((await desiredVersion(tx, deviceId)) !== input.version) throw new AppError('stale-version')
    const keys = Object.keys(input.values).filter((key) => !isAsItWas(before[key], input.values[key]))
    if (keys.length === 0) return []
    const deleted = keys.filter((key) => input.values[key] === null)
    const values = only(
      input.values,
      keys.filter((key) => !deleted.includes(key)),
    )
    const change = { before, values, deleted, action: saveParameters.audit }
    await this.#shared.write(tx, { deviceId, device, change, context })
    return keys
  }

  async #read(deviceId: ScopedDeviceId, { parameters }: Addressee): Promise<Parameters> {
    const { db } = this.#deps
    const version = await desiredVersion(db, deviceId)
    if (parameters.length === 0) return { version, parameters: [] }
    const { client, shared } = await listAttributes(db, deviceId)
    const words = new Map((await wordsOf(db, deviceId)).map((word) => [word.key, word]))
    const [said, wanted] = [client, shared].map((list) => new Map(list.map((one) => [one.key, one])))
    return {
      version,
      parameters: parameters.map((parameter) =>
        readOf(parameter, { said: said?.get(parameter.key), wanted: wanted?.get(parameter.key), words }),
      ),
    }
  }
}

function isAsItWas(before: unknown, value: Values[string] | undefined): boolean {
  return value === null ? before === undefined : before !== undefined && sameValue(value, before)
}

function refusalsIn(parameters: readonly ModelParameter[], values: Values) {
  const known = new Map(parameters.map((parameter) => [parameter.key, parameter]))
  const refused = Object.entries(values).flatMap(([key, value]) => {
    const parameter = known.get(key)
    const reason = !parameter ? 'unknown-parameter' : value === null ? undefined : parameterRefusal(parameter, value)
    return reason ? [[`values.${key}`, reason] as const] : []
  })
  return refused.length > 0 ? Object.fromEntries(refused) : undefined
}

interface Held {
  value: unknown
  updateTime: string
}

function readOf(
  parameter: ModelParameter,
  {
    said,
    wanted,
    words,
  }: {
    said: Held | undefined
    wanted: Held | undefined
    words: ReadonlyMap<string, ParameterWord>
  },
): DeviceParameter {
  const word = wanted && words.get(parameter.key)
  return {
    ...parameter,
    state: stateOf(wanted?.value, said?.value, word && word.provenTime !== null),
    desired: wanted?.value ?? null,
    since: word?.since ?? wanted?.updateTime ?? null,
    byName: word?.byName ?? null,
    reported: said?.value ?? null,
    reportedTime: said?.updateTime ?? null,
  }
}
