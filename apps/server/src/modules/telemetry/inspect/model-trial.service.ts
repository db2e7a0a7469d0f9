import {
  type InputOf,
  type OutputOf,
  type ProductModel,
  REPLAY_SHOWN,
  type replayProductModel,
  type tryProductModel,
} from '@sluice/contract'
import { type Catalogue, type DeviceType, typeOfModel } from '@sluice/devices'
import { AppError, DEFAULT_ZONE, fromHex, toHex } from '@sluice/kit'
import type { Database } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { Uplink } from '../uplink/uplink.take.ts'
import { framesSince, productOf } from './inspection.store.ts'
import { compare, tried } from './model-trial.rules.ts'
import { type ReadByScript, readingOf } from './script-reading.ts'

export interface TrialDeps {
  db: Database
  catalogue: Catalogue
  now(): number
  zonesOf(deviceIds: readonly string[]): Promise<Map<string, string>>
  uplinkIn(protocol: string, frame: Uint8Array, receivedAt: number, deviceId: string | null): Uplink | undefined
  readByScript: ReadByScript
}

/** Sends frames of protocols that do not say who sends them; nothing is looked up by it. */
const SOMEBODY = '0'
const HOUR_MS = 3_600_000
/** Frames of a replay; a station that reports every ten seconds sends fewer in an hour. */
const MOST_FRAMES = 500

function protocolFor({ catalogue }: TrialDeps, { protocol: name }: ProductModel) {
  const protocol = catalogue.protocolOf(name)
  if (!protocol) throw new AppError('validation', { fields: { 'model.protocol': 'not-an-option' } })
  return protocol
}

/** A slave has no reports of its own: its master's are read. */
function typeFor(deps: TrialDeps, model: ProductModel): DeviceType {
  const type = protocolFor(deps, model).typeOf?.(model) ?? typeOfModel(model)
  if (!type.read) throw new AppError('validation', { fields: { model: 'not-for-slave' } })
  return type
}

/**
 * A whole frame, or with a topic the payload of a publish.
 * @throws AppError `validation` for text that is no frame in hexadecimal, nor a payload of the protocol.
 */
function bytesOf(deps: TrialDeps, model: ProductModel, { frame: text, topic }: Pasted): Uint8Array {
  const hex = fromHex(text.replace(/\s+/g, ''))
  const { frameOf, publishOf } = protocolFor(deps, model)
  if (topic !== undefined && publishOf) return publishOf(topic, hex.ok ? hex.value : new TextEncoder().encode(text))
  const bytes = hex.ok ? hex.value : frameOf?.(text)
  if (!bytes) throw new AppError('validation', { fields: { frame: 'format' } })
  return bytes
}

type Pasted = Omit<InputOf<typeof tryProductModel>, 'model'>

/** One frame by one model: nothing is stored, and nothing remembered. */
export async function tryModel(
  deps: TrialDeps,
  { model, ...pasted }: InputOf<typeof tryProductModel>,
): Promise<OutputOf<typeof tryProductModel>> {
  const type = typeFor(deps, model)
  const { codec, protocol } = protocolFor(deps, model)
  const bytes = bytesOf(deps, model, pasted)
  const decoded = codec.decode(bytes)
  const looked = { protocol, frame: bytes, receivedAt: deps.now(), deviceId: SOMEBODY }
  const { uplink, script } = await readingOf(deps, type, looked)
  const { values, conditions } = uplink ? tried(type, uplink, DEFAULT_ZONE) : { values: [], conditions: {} }
  return {
    hex: toHex(bytes),
    fields: codec.fields(bytes) as OutputOf<typeof tryProductModel>['fields'],
    // What a script reads need not be a message of the protocol.
    fault: decoded.ok || script ? null : decoded.error,
    script: script ? { fault: script.fault, lines: [...script.lines], answer: script.answer } : null,
    values: values.map(({ ts: _ts, ...told }) => told),
    conditions: { ...conditions },
  }
}

/** A report that a script refuses gives nothing. */
function triedBy(type: DeviceType, { uplink }: { uplink: Uplink | undefined }, zone: string) {
  return uplink ? tried(type, uplink, zone) : { values: [], conditions: {} }
}

/** The last hour of a device by the version in force and by the model. */
export async function replayModel(
  deps: TrialDeps,
  session: Session,
  { model, deviceId: asked }: InputOf<typeof replayProductModel>,
): Promise<OutputOf<typeof replayProductModel>> {
  const { db, catalogue, now } = deps
  const deviceId = await scopedDeviceId(db, session, asked)
  const next = typeFor(deps, model)
  const inForce = catalogue.typeOf((await productOf(db, deviceId)) ?? '')
  if (inForce?.protocol !== next.protocol) {
    throw new AppError('validation', { fields: { deviceId: 'wrong-protocol' } })
  }
  const zone = (await deps.zonesOf([deviceId])).get(deviceId) ?? DEFAULT_ZONE
  const total = { frames: 0, same: 0, changed: 0, added: 0, gone: 0, refused: 0 }
  const shown: OutputOf<typeof replayProductModel>['differences'] = []
  for (const { raw, at } of await framesSince(db, deviceId, now() - HOUR_MS, MOST_FRAMES)) {
    const looked = { protocol: next.protocol, frame: raw, receivedAt: at, deviceId }
    const [was, is] = await Promise.all([readingOf(deps, inForce, looked), readingOf(deps, next, looked)])
    if (!was.uplink && !is.uplink) continue
    const { differences, ...counted } = compare(triedBy(inForce, was, zone), triedBy(next, is, zone))
    total.frames++
    for (const name of ['same', 'changed', 'added', 'gone', 'refused'] as const) total[name] += counted[name]
    shown.push(...differences.slice(0, REPLAY_SHOWN - shown.length))
  }
  return { ...total, differences: shown }
}
