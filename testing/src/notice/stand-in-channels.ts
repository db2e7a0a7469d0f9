import type { ChannelKind } from '@sluice/contract'
import type {
  ChannelSender,
  Message,
  Recipient,
  SendResult,
} from '@sluice/server/src/modules/notice/channel/channel.ts'

interface Sent {
  kind: ChannelKind
  to: Recipient
  message: Message
}

/** Channels that write down what they were given, and answer as they are told. */
export function standInChannels(kinds: readonly ChannelKind[] = ['INAPP', 'SMS', 'EMAIL', 'VOICE']) {
  const given: Sent[] = []
  const state: {
    kinds: readonly ChannelKind[]
    answer: (sent: Sent) => SendResult | Promise<SendResult>
    /** Devices in maintenance, and until when (epoch ms), where no windows are. */
    held: Map<string, number>
  } = {
    kinds,
    held: new Map(),
    answer: () => ({ ok: true, providerId: null }),
  }
  const send: ChannelSender['send'] = async (kind, to, message) => {
    const sent = { kind, to, message }
    given.push(sent)
    return state.answer(sent)
  }
  const channels: ChannelSender = {
    configured: async () => new Set(state.kinds),
    send,
    trySend: async (...sent) => ({ result: await send(...sent), answer: 'as it stands' }),
  }
  return { channels, given, state }
}

/** Faults as the store has them, without devices that report them. */
export interface FaultsInStore {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** A fault that begins at that time; with `begun` as often within two hours. */
export async function beginFault(
  db: FaultsInStore,
  fault: { deviceId: string; code: string; level: number; at: number; begun?: number; causeId?: string | null },
): Promise<string> {
  const { deviceId, code, level, at, begun = 1, causeId = null } = fault
  const { rows } = await db.query(
    `insert into fault (device_id, dept_id, code, level, condition_state, first_time, last_time, begin_times, cause_id)
     select d.id, d.dept_id, $2, $3, 'ACTIVE', to_timestamp($4::float8 / 1000), to_timestamp($4::float8 / 1000),
       array(select to_timestamp(($4::float8 - 1000 * n) / 1000) from generate_series($5::int - 1, 0, -1) n), $6
     from device d where d.id = $1
     on conflict (device_id, code) where condition_state = 'ACTIVE' do update set last_time = excluded.last_time
     returning id::text as id /* unscoped:test */`,
    [deviceId, code, level, at, begun, causeId],
  )
  return String(rows[0]!['id'])
}

export async function changeFaults(db: FaultsInStore, ids: readonly string[], set: string): Promise<void> {
  await db.query(`update fault set ${set} where id = any($1::bigint[]) /* unscoped:test */`, [ids])
}
