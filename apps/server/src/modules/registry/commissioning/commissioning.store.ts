import type { CommissioningState, PhotoSubject, TrialStep, Signature } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import { numberIn } from '../../../platform/db/db-reading.ts'
import { DEVICE_MARK, type ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { TrialCommand } from './commissioning.rules.ts'

/** What is written down of one thing that happened. */
export type ItemFacts =
  | { kind: 'BEGUN'; facts: Record<string, never> }
  | { kind: 'PLACED'; facts: { lng: number; lat: number; accuracyM: number | null; movedM: number | null } }
  | { kind: 'PHOTO'; facts: { subject: PhotoSubject; fileId: string } }
  | { kind: 'PROOF'; facts: Proof }
  | { kind: 'ACCEPTED'; facts: { defects: string | null } }
export type ItemKind = ItemFacts['kind']

export interface Proof {
  step: TrialStep
  proven: boolean
  commandId: string | null
  opening: number | null
  elapsedS: number | null
}

export interface Item {
  key: string
  at: Date
  userId: string
  byName: string
  now: Date
}

/** One writer at a time for a device: two people at it work on one commissioning, and what is sent twice waits. */
export async function lockCommissioning(tx: Sql, deviceId: ScopedDeviceId): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('commissioning ' || $1, 0))", [deviceId])
}

export interface Commissioning {
  id: string
  state: CommissioningState
  needs: TrialStep[]
  beginTime: string
  isPlaced: boolean
}

const OF_ROW = `id, state, needs, begin_time as "beginTime", lng is not null as "isPlaced"`

/** The one that is open, if any. */
export async function openOf(tx: Sql, deviceId: ScopedDeviceId): Promise<Commissioning | undefined> {
  const { rows } = await tx.query<Commissioning & Record<string, unknown>>(
    `select ${OF_ROW} from commissioning where device_id = $1 and accept_time is null ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0]
}

/** The one that a person began, or joined, under this key. */
export async function begunAs(
  tx: Sql,
  deviceId: ScopedDeviceId,
  { begun, userId }: { begun: string; userId: string },
): Promise<Commissioning | undefined> {
  const { rows } = await tx.query<Commissioning & Record<string, unknown>>(
    `select ${OF_ROW} from commissioning where device_id = $1 and id = (
       select i.commissioning_id from commissioning_item i
       where i.device_id = $1 and i.create_by = $2 and i.key = $3 and i.kind = 'BEGUN') ${DEVICE_MARK}`,
    [deviceId, userId, begun],
  )
  return rows[0]
}

export interface Sent {
  deviceId: string
  kind: ItemKind
  id: string
  state: CommissioningState
}

/** What a person sent under this key before, of whichever device. */
export async function sentAs(tx: Sql, userId: string, key: string): Promise<Sent | undefined> {
  const { rows } = await tx.query<Sent & Record<string, unknown>>(
    `select i.device_id as "deviceId", i.kind, c.id, c.state
     from commissioning_item i join commissioning c on c.id = i.commissioning_id
     where i.create_by = $1 and i.key = $2 ${DEVICE_MARK}`,
    [userId, key],
  )
  return rows[0]
}

export async function insertCommissioning(
  tx: Sql,
  deviceId: ScopedDeviceId,
  { needs, at, userId, byName }: { needs: readonly TrialStep[] } & Pick<Item, 'at' | 'userId' | 'byName'>,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into commissioning (device_id, needs, begin_time, create_by, create_name)
     values ($1, $2, $3, $4, $5) returning id ${DEVICE_MARK}`,
    [deviceId, needs, at, userId, byName],
  )
  return rows[0]!.id
}

export async function insertItem(
  tx: Sql,
  deviceId: ScopedDeviceId,
  { id, kind, facts, key, at, userId, byName, now }: { id: string } & ItemFacts & Item,
): Promise<void> {
  await tx.query(
    `insert into commissioning_item (commissioning_id, device_id, key, kind, facts, at, create_by, by_name, create_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) ${DEVICE_MARK}`,
    [id, deviceId, key, kind, JSON.stringify(facts), at, userId, byName, now],
  )
}

export async function savePlace(
  tx: Sql,
  id: string,
  { lng, lat, accuracyM, movedM }: Extract<ItemFacts, { kind: 'PLACED' }>['facts'],
): Promise<void> {
  await tx.query(
    `update commissioning set lng = $2, lat = $3, accuracy_m = $4, moved_m = $5, version = version + 1,
       update_time = now() where id = $1 ${DEVICE_MARK}`,
    [id, lng, lat, accuracyM, movedM],
  )
}

/** The steps that are proven, by what was written down. */
export async function provenSteps(tx: Sql, id: string): Promise<TrialStep[]> {
  const { rows } = await tx.query<{ step: TrialStep }>(
    `select distinct facts->>'step' as step from commissioning_item
     where commissioning_id = $1 and kind = 'PROOF' and facts->'proven' = 'true'::jsonb ${DEVICE_MARK}`,
    [id],
  )
  return rows.map(({ step }) => step)
}

export async function saveProven(tx: Sql, id: string, at: Date): Promise<void> {
  await tx.query(
    `update commissioning set state = 'PROVEN', prove_time = $2, version = version + 1, update_time = now()
     where id = $1 and state = 'BEGUN' ${DEVICE_MARK}`,
    [id, at],
  )
}

interface Accepted {
  state: CommissioningState
  at: Date
  installer: Signature
  accepter: Signature | undefined
  defects: string | undefined
}

export async function saveAccepted(tx: Sql, id: string, accepted: Accepted): Promise<void> {
  const { state, at, installer, accepter, defects } = accepted
  await tx.query(
    `update commissioning set state = $2, accept_time = $3, installer_name = $4, accepter_name = $5, signatures = $6,
       defects = $7, version = version + 1, update_time = now() where id = $1 ${DEVICE_MARK}`,
    [id, state, at, installer.name, accepter?.name, JSON.stringify({ installer, accepter }), defects],
  )
}

/** When the device reported last; null: never. */
export async function lastSeenOf(tx: Sql, deviceId: ScopedDeviceId): Promise<string | null> {
  const { rows } = await tx.query<{ at: string | null }>(
    `select last_seen_time as at from v_device_state where device_id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0]?.at ?? null
}

/** A command with what it came to. */
type Trial = TrialCommand & Pick<Proof, 'opening' | 'elapsedS'>

/** A command of the device as the ledger has it. */
export async function trialCommand(tx: Sql, deviceId: ScopedDeviceId, commandId: string): Promise<Trial | undefined> {
  const { rows } = await tx.query<Trial & Record<string, unknown>>(
    `select code, status, target, create_time as "createTime", ${numberIn("after->'opening'")} as opening,
       extract(epoch from done_time - create_time)::float8 as "elapsedS"
     from v_command_proof where device_id = $1 and id = $2 ${DEVICE_MARK}`,
    [deviceId, commandId],
  )
  return rows[0]
}
