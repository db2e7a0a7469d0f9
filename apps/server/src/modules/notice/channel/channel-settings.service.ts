import {
  CHANNEL_SHAPES,
  type InputOf,
  type NoticeChannel,
  saveNoticeChannel,
  type WireKind,
  WIRE_KINDS,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import type { Session } from '../../../platform/http/session.ts'
import type { Log } from '../../../platform/log/log.ts'
import { createSecretBox, type SecretBox } from '../../../platform/secret-box.ts'
import { type ChannelRow, readChannel, readChannels, saveChannel } from './channel.store.ts'
import { isComplete, judgeSettings, type Secrets, type StoredSettings } from './settings.ts'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  serverKey(): Promise<Buffer>
}

/** A channel with its secrets open: it stays in the server. */
export interface UsableChannel extends StoredSettings {
  kind: WireKind
  enabled: boolean
  version: number
}

export type Call = Pick<CallContext, 'session' | 'ip' | 'traceId' | 'language'>

/** Channels belong to the platform: whoever sees only some departments sees none of them. */
export function refuseOthers({ scope }: Session): void {
  if (!scope.all) throw new AppError('not-permitted', { needs: 'platform' })
}

/** What channels are set to. Secrets are sealed, one text for each channel, and are never answered. */
export class ChannelSettings {
  readonly #deps: Deps
  #box: Promise<SecretBox> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async all(): Promise<UsableChannel[]> {
    const box = await this.#secretBox()
    return (await readChannels(this.#deps.db)).map((row) => this.#opened(box, row))
  }

  async of(kind: WireKind): Promise<UsableChannel | undefined> {
    const row = await readChannel(this.#deps.db, kind)
    return row && this.#opened(await this.#secretBox(), row)
  }

  async list(session: Session): Promise<NoticeChannel[]> {
    refuseOthers(session)
    const box = await this.#secretBox()
    const rows = new Map((await readChannels(this.#deps.db)).map((row) => [row.kind, row]))
    return WIRE_KINDS.map((kind) => this.#shown(box, kind, rows.get(kind)))
  }

  /** @throws AppError validation | stale-version */
  async save(wanted: InputOf<typeof saveNoticeChannel>, { session, ip, traceId }: Call): Promise<NoticeChannel> {
    refuseOthers(session)
    const { kind, enabled, version } = wanted
    const { db, clock } = this.#deps
    const box = await this.#secretBox()
    const row = await db.transaction(async (tx) => {
      const before = await readChannel(tx, kind)
      const known = before && this.#opened(box, before)
      const judged = judgeSettings(kind, wanted, known ?? null)
      if (!judged.ok) throw new AppError('validation', { fields: judged.fields })
      const { settings } = judged
      const changed = changedSecrets(wanted.secrets, wanted.forget)
      const isSame = known !== undefined && JSON.stringify(known.secrets) === JSON.stringify(judged.secrets)
      const secrets = isSame ? before!.secrets : sealed(box, kind, judged.secrets)
      const change = { kind, enabled, settings, secrets, version, by: session.userId, at: clock.now() }
      if (!(await saveChannel(tx, change))) throw new AppError('stale-version')
      await recordOperation(tx, session, {
        action: saveNoticeChannel.audit,
        targetIds: [kind],
        before: before ? { enabled: before.enabled, ...before.settings, ...changed.before } : undefined,
        after: { enabled, ...settings, ...changed.after },
        ip,
        traceId,
      })
      return readChannel(tx, kind)
    })
    return this.#shown(box, kind, row)
  }

  #secretBox(): Promise<SecretBox> {
    this.#box ??= this.#deps.serverKey().then((key) => createSecretBox(key, 'sluice notice channels'))
    return this.#box
  }

  /** Without its secrets where another key sealed them: a restored database on another server. */
  #opened(box: SecretBox, { kind, enabled, settings, secrets, version }: ChannelRow): UsableChannel {
    return { kind, enabled, settings, version, secrets: this.#secretsOf(box, kind, secrets) }
  }

  #secretsOf(box: SecretBox, kind: WireKind, secrets: Buffer): Secrets {
    try {
      return JSON.parse(box.open(secrets, kind).toString('utf8')) as Secrets
    } catch {
      this.#deps.log.warn({ channel: kind }, 'the secrets of a channel were sealed with another key')
      return {}
    }
  }

  #shown(box: SecretBox, kind: WireKind, row: ChannelRow | undefined): NoticeChannel {
    const shape = CHANNEL_SHAPES[kind]
    const known = row && this.#opened(box, row)
    const start = Object.entries(shape.settings).map(([name, setting]) => [name, setting.start])
    return {
      kind,
      enabled: row?.enabled ?? false,
      configured: known !== undefined && isComplete(kind, known),
      version: row?.version ?? null,
      settings: known?.settings ?? Object.fromEntries(start),
      secrets: Object.fromEntries(Object.keys(shape.secrets).map((name) => [name, Boolean(known?.secrets[name])])),
      last: row?.last ?? null,
    }
  }
}

const sealed = (box: SecretBox, kind: WireKind, secrets: Secrets) =>
  box.seal(Buffer.from(JSON.stringify(secrets)), kind)

/** What the operation log shows as changed. */
const CHANGED = '***'

/** That secrets were typed or taken away, and never which. */
function changedSecrets(typed: Secrets, forget: readonly string[]) {
  const replaced = Object.keys(typed).filter((name) => typed[name]!.trim() !== '')
  const each = <T>(names: readonly string[], as: T) => Object.fromEntries(names.map((name) => [name, as] as const))
  return { before: each(forget, CHANGED), after: { ...each(forget, null), ...each(replaced, CHANGED) } }
}
