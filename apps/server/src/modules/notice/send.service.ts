import { setTimeout as sleep } from 'node:timers/promises'
import { CHANNEL_KINDS, type ChannelKind, PUSH_PARAM, pushRecordResource } from '@sluice/contract'
import { dayOf, DEFAULT_ZONE, instantOf } from '@sluice/kit'
import { tellRowsOf } from '../../platform/resource/changed-rows.ts'
import type { Connection } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import { emitLater } from '../../platform/outbox/outbox.store.ts'
import type { Message, Recipient, SendResult } from './channel/channel.ts'
import {
  type Addressee,
  consequencesOf,
  devicesOf,
  faultsById,
  type KnownDevice,
  type KnownFault,
  peopleOf,
} from './facts.store.ts'
import { messageOf, type MessageText, waitAfter } from './message.rules.ts'
import { heldFaults, type PlanDeps } from './plan.service.ts'
import { createLane } from './send-lane.ts'
import { settle } from './send.rules.ts'
import {
  beginAttempt,
  closeMessage,
  dueChannels,
  type DueMessage,
  dueMessages,
  endAttempt,
  faultsOfMessages,
  forgetExplained,
  forgetMaintained,
  limitsByChannel,
  markTold,
  lockClaiming,
  type MessageFault,
  postponeMessage,
  usageOf,
} from './send.store.ts'
import { ESCALATION, FIRST } from './who.rules.ts'

export interface SendDeps extends PlanDeps {
  log: Log
  /** Where the console is reached, for links in messages; null: messages have none. */
  linkBase: string | null
}

/** Calls of one channel at a time: one that does not answer takes of these, and no other channel waits for it. */
const AT_ONCE = 8
/** A channel that has not answered by then is asked again. */
const ANSWER_MS = 60_000
/** Longer than any attempt: then its process is gone, and another one repeats it under the same key. */
const LEASE_MS = 2 * ANSWER_MS

interface Attempt {
  id: string
  attempts: number
  channel: ChannelKind
  to: Recipient
  message: Message
}

export interface Sender {
  /** Begins to send what is due, and does not wait until it has left. */
  wake(): Promise<void>
  /** Sends what is due; resolves when the channels that had something have nothing more. */
  send(): Promise<void>
  /** Nothing begins from now on. */
  drain(): void
  /** Resolves when every call has ended. */
  close(): Promise<void>
}

/** Sends what is due, each channel in a lane of its own. */
export function createSender(deps: SendDeps): Sender {
  const inTurn = oneByOne()
  const lanes = CHANNEL_KINDS.map((channel) => ({
    channel,
    ...createLane<Attempt>({
      atOnce: AT_ONCE,
      take: (most) => inTurn(() => take(deps, channel, most)),
      deliver: (attempt) => deliver(deps, attempt),
      failed: (error) => deps.log.error({ err: error, channel }, 'a message is sent again when its lease is over'),
    }),
  }))
  async function begun(): Promise<Promise<void>[]> {
    const due = new Set(await dueChannels(deps.db, deps.clock.now().getTime()))
    return lanes.filter(({ channel }) => due.has(channel)).map(({ run }) => run())
  }
  return {
    async wake() {
      for (const lane of await begun())
        lane.catch((error: unknown) => deps.log.error({ err: error }, 'messages are sent later'))
    },
    send: async () => void (await Promise.all(await begun())),
    drain: () => lanes.forEach((lane) => lane.drain()),
    close: async () => void (await Promise.all(lanes.map((lane) => lane.close()))),
  }
}

/** Claims of one process do not meet in the database, where each would hold a connection while it waits for the others. */
function oneByOne() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

async function take(deps: SendDeps, channel: ChannelKind, most: number) {
  const configured = await deps.channels.configured()
  const zones = await deps.deptZones()
  const now = deps.clock.now().getTime()
  return deps.db.transaction((tx) => claim(tx, deps, { channel, most, configured, zones, now }))
}

interface Round {
  channel: ChannelKind
  most: number
  configured: ReadonlySet<ChannelKind>
  zones: ReadonlyMap<string, string>
  now: number
}

/** Takes what is due, decides what becomes of it, and writes that down before anything leaves. */
async function claim(tx: Connection, deps: SendDeps, round: Round): Promise<{ attempts: Attempt[]; settled: number }> {
  await lockClaiming(tx)
  const due = await dueMessages(tx, round.channel, round)
  if (due.length === 0) return { attempts: [], settled: 0 }
  await tellRowsOf(
    tx,
    pushRecordResource,
    due.map(({ deptId }) => deptId),
  )
  const entries = await faultsOfMessages(
    tx,
    due.map(({ id }) => id),
  )
  const faults = await faultsById(tx, [...new Set(entries.map(({ faultId }) => faultId))])
  const devices = await devicesOf(tx, [...new Set([...faults.values()].map(({ deviceId }) => deviceId))])
  const people = await peopleOf(
    tx,
    due.map(({ noticeUserId }) => noticeUserId),
  )
  const held = await heldFaults(tx, deps.maintainedUntil, [...faults.values()], round.now)
  const consequences = await consequencesOf(tx, [...faults.keys()])
  const limits = await limitsByChannel(tx)
  const attempts: Attempt[] = []
  for (const message of due) {
    const own = entries.filter(({ messageId }) => messageId === message.id)
    const attempt = await settleOne(tx, deps, {
      ...round,
      message,
      own,
      faults,
      devices,
      held,
      consequences,
      people,
      limits,
    })
    if (attempt) attempts.push(attempt)
  }
  return { attempts, settled: due.length }
}

interface MessageRound extends Round {
  message: DueMessage
  own: readonly MessageFault[]
  faults: ReadonlyMap<string, KnownFault>
  devices: ReadonlyMap<string, KnownDevice>
  /** Faults of which maintenance lets nothing be told. */
  held: ReadonlyMap<string, number>
  consequences: ReadonlyMap<string, number>
  people: ReadonlyMap<string, Addressee>
  limits: Awaited<ReturnType<typeof limitsByChannel>>
}

const NO_LIMITS = { personHourly: null, deptDaily: null, totalDaily: null }

async function settleOne(tx: Connection, deps: SendDeps, round: MessageRound): Promise<Attempt | undefined> {
  const { message, own, faults, people, limits, configured, zones, now } = round
  const person = people.get(message.noticeUserId)
  const zone = zones.get(message.deptId) ?? DEFAULT_ZONE
  const known = own.flatMap(({ faultId }) => {
    const fault = faults.get(faultId)
    return fault && round.devices.has(fault.deviceId)
      ? [{ ...fault, faultId, maintained: round.held.has(faultId) }]
      : []
  })
  const dayStart = instantOf(dayOf(now, zone), zone)
  const decided = settle({
    channel: message.channel,
    forced: message.forced,
    test: message.test,
    personOn: person?.enabled ?? false,
    configured: configured.has(message.channel),
    faults: known,
    usage: await usageOf(tx, message, { now, dayStart }),
    limits: limits.get(message.channel) ?? NO_LIMITS,
  })
  if (!message.forced) await forgetUntold(tx, message, known)
  if (decided.kind === 'drop') await closeMessage(tx, message.id, 'DROPPED', decided.reason)
  else if (decided.kind === 'fail') await closeMessage(tx, message.id, 'FAILED', decided.reason)
  else if (decided.kind === 'wait') await postponeMessage(tx, message.id, decided.until)
  else return begin(tx, deps, round, { person: person!, zone, faultIds: decided.faultIds })
  return undefined
}

/** What another fault explains, and what maintenance holds back, leaves its message and is decided again. */
async function forgetUntold(
  tx: Connection,
  message: DueMessage,
  known: readonly { faultId: string; explained: boolean; active: boolean; handled: boolean; maintained: boolean }[],
): Promise<void> {
  const ids = (some: typeof known) => some.map(({ faultId }) => faultId)
  await forgetExplained(tx, message, ids(known.filter(({ explained }) => explained)))
  const held = known.filter((one) => one.active && !one.handled && !one.explained && one.maintained)
  await forgetMaintained(tx, message, ids(held))
}

/** In the application a message has arrived with the commit; elsewhere the attempt begins with it. */
async function begin(
  tx: Connection,
  deps: SendDeps,
  round: MessageRound,
  { person, zone, faultIds }: { person: Addressee; zone: string; faultIds: readonly string[] },
): Promise<Attempt | undefined> {
  const { message, now } = round
  const text = textOf(round, person, zone, faultIds)
  // A further attempt says what the first one said.
  if (message.title === null) await markTold(tx, message.id, faultIds)
  await beginAttempt(tx, message.id, { ...text, url: text.path, leaseUntil: now + LEASE_MS })
  const attempts = message.attempts + 1
  if (message.channel !== 'INAPP')
    return {
      id: message.id,
      attempts,
      channel: message.channel,
      to: person,
      message: {
        id: message.key,
        title: text.title,
        text: text.content,
        url: deps.linkBase === null ? null : linkOf(deps.linkBase, text.path, message.id),
        level: text.level as Message['level'],
      },
    }
  await endAttempt(tx, { id: message.id, attempts }, { ...SENT, sentAt: now })
  if (person.userId !== null)
    await emitLater(tx, [
      {
        name: 'notice.told',
        key: `notice:${person.id}`,
        fact: { messageId: message.id, userId: person.userId, deptId: message.deptId },
      },
    ])
  return undefined
}

/** The link is the receipt: it names its message. */
function linkOf(base: string, path: string, id: string): string {
  return `${base}${path}${path.includes('?') ? '&' : '?'}${PUSH_PARAM}=${id}`
}

const SENT = { status: 'SENT', reason: null, error: null, providerId: null, nextTry: null } as const

/** A further attempt says what the first one said. */
function textOf(
  { message, own, faults, devices, consequences }: MessageRound,
  { language }: Addressee,
  zone: string,
  faultIds: readonly string[],
): MessageText {
  const { title, content, url, level } = message
  if (message.attempts > 0 && title !== null && content !== null) return { title, content, path: url ?? '', level }
  const steps = own.filter(({ faultId }) => faultIds.includes(faultId)).map(({ step }) => step)
  const told = faultIds.map((faultId) => {
    const fault = faults.get(faultId)!
    return {
      ...fault,
      faultId,
      deviceName: devices.get(fault.deviceId)!.name,
      consequences: consequences.get(faultId) ?? 0,
    }
  })
  return messageOf(told, {
    id: message.id,
    language,
    zone,
    again: steps.every((step) => step > FIRST || step === ESCALATION),
  })
}

/** No transaction is open while the other side is waited for. */
async function deliver(deps: SendDeps, attempt: Attempt): Promise<void> {
  const result = await answerOf(deps, attempt)
  const now = deps.clock.now().getTime()
  if (result.ok) {
    await endOf(deps, attempt, {
      ...SENT,
      error: result.note ?? null,
      providerId: result.providerId,
      sentAt: now,
    })
    return
  }
  const wait = result.retry ? waitAfter(attempt.attempts) : null
  await endOf(deps, attempt, {
    status: wait === null ? 'FAILED' : 'PENDING',
    reason: wait !== null ? 'AGAIN' : result.retry ? 'GIVEN_UP' : 'REFUSED',
    error: result.because,
    providerId: null,
    sentAt: null,
    nextTry: wait === null ? null : now + wait,
  })
}

function endOf({ db }: SendDeps, attempt: Attempt, end: Parameters<typeof endAttempt>[2]): Promise<boolean> {
  return db.transaction((tx) => endAttempt(tx, attempt, end))
}

async function answerOf({ channels, log }: SendDeps, attempt: Attempt): Promise<SendResult> {
  const { channel, to, message, id } = attempt
  const late = new AbortController()
  const silence = sleep(ANSWER_MS, undefined, { signal: late.signal, ref: false }).then(
    (): SendResult => ({ ok: false, because: `no answer within ${ANSWER_MS / 1000} s`, retry: true }),
  )
  silence.catch(() => undefined)
  try {
    return await Promise.race([channels.send(channel, to, message), silence])
  } catch (error) {
    log.error({ err: error, channel, messageId: id }, 'a channel failed')
    return { ok: false, because: 'the channel failed', retry: true }
  } finally {
    late.abort()
  }
}
