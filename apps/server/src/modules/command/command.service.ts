import { isDeepStrictEqual } from 'node:util'
import {
  cancelCommand,
  type Command,
  type CommandAttempt,
  type CommandDef,
  type CommandTarget,
  type ErrorCode,
  type OutputOf,
  type previewCommand,
  RAW_COMMAND,
  type ResultCode,
  sendCommand,
  type SentCommand,
} from '@sluice/contract'
import { CARRIERS, type Carrier, DEFAULT_STROKE_S, execTimeoutS, subjectOf, targetOf } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import { Outcome } from '../../platform/http/outcome.ts'
import { type ScopedDeviceId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import { coversDept, type Session } from '../../platform/http/session.ts'
import { type Asked, type Circumstances, refusalOf } from './admission.rules.ts'
import { attemptsOf, findCommands } from './command-list.store.ts'
import { type Caller, type Origin, type SendInput, senderOf } from './command-caller.ts'
import { paramsOf, rawParamsOf } from './command-params.rules.ts'
import type { Addressee, CommandDeps, LastValues } from './command.ports.ts'
import { answerOf, newState } from './command.rules.ts'
import { commandOfKey, flushLater, insertCommand, type KeyedCommand, type NewCommand } from './command.store.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { CommandExecution } from './command-execution.ts'
import { laneOf } from './lane.rules.ts'
import type { Entry } from './ledger.ts'
import { type ReportedSwitches, repeatable } from './switches.rules.ts'
import { seenIn } from './watch.ts'

/** How long the call that sent a command waits for the device (domain 4.2). */
const WAIT_MS = 8_000
/** Manual commands (domain 4.4 rule 9). */
const MANUAL_PRIORITY = 3

/** A device and its known state when a command is considered. */
interface Considered {
  deviceId: ScopedDeviceId
  to: Addressee
  def: CommandDef | undefined
  carrier: Carrier
  values: LastValues
  reported: ReportedSwitches | null
  given: Circumstances
}

export class CommandService {
  readonly #deps: CommandDeps
  readonly #dispatcher: Dispatcher
  /** Writes under way, by user and key: a row can be read before its execution exists. */
  readonly #writing = new Map<string, Promise<void>>()

  constructor(deps: CommandDeps, dispatcher: Dispatcher) {
    this.#deps = deps
    this.#dispatcher = dispatcher
  }

  /**
   * @throws AppError not-found | key-used-otherwise | validation | the refusal of a check | how it ended without proof
   */
  async send(input: SendInput, caller: Caller): Promise<SentCommand | Outcome<SentCommand>> {
    const taken = await this.#take(input, caller)
    if ('execution' in taken) return this.#answer(taken.execution)
    return this.#answerAgain(taken.first, caller.session, input.idempotencyKey)
  }

  /**
   * Like `send`, and answers with the command's id as soon as it is in the ledger, without waiting for the device.
   * @throws AppError not-found | key-used-otherwise | validation | the refusal of a check
   */
  async accept(input: SendInput, caller: Caller): Promise<string> {
    const taken = await this.#take(input, caller)
    return 'execution' in taken ? taken.execution.id : taken.first.id
  }

  /** The commands of these ids that the session sees. */
  async commandsOf(ids: readonly string[], session: Session): Promise<Command[]> {
    return findCommands(this.#deps.db, session.scope, ids)
  }

  /** What the device understands. */
  async commandsFor(deviceId: ScopedDeviceId): Promise<readonly CommandDef[]> {
    const { type } = await this.#addressee(deviceId)
    return type.commands ?? []
  }

  /** In the ledger by this call, or by the first one with its key. */
  async #take(input: SendInput, caller: Caller): Promise<{ execution: CommandExecution } | { first: KeyedCommand }> {
    const { db } = this.#deps
    const { session, origin } = caller
    const deviceId = await scopedDeviceId(db, session, input.deviceId)
    const { idempotencyKey: key } = input
    // A one-time key is spent by its first command: nothing is asked for again with it.
    const asksAgain = origin?.key ? undefined : commandOfKey(db, session.userId, key)
    const [to, earlier] = await Promise.all([this.#addressee(deviceId), asksAgain])
    const def = this.#defOf(to, input.code, origin)
    const params = def === RAW_COMMAND ? this.#rawParams(to, input.params) : paramsOf(def, input.params)
    const body = { deviceId, code: input.code, params: params.ok ? params.value : input.params }
    if (earlier) return { first: sameCommand(earlier, body) }
    const considered = await this.#consider(deviceId, to, def)
    const asked: Asked = { code: input.code, confirmed: input.confirmed ?? false, reason: input.reason ?? null }
    const refusal = refusalOf(asked, considered.given)
    if (refusal) throw new AppError(refusal.because, refusal.facts)
    if (!params.ok) throw params.error
    const request: NewCommand = {
      ...this.#orderOf(considered, def as CommandDef, params.value),
      ...senderOf(caller, key),
      reason: asked.reason,
    }
    const execution = await this.#enter(request, considered, caller, input)
    if (execution) return { execution }
    const first = await commandOfKey(db, session.userId, key)
    if (!first) throw new AppError('conflict')
    return { first: sameCommand(first, body) }
  }

  /** The code of what a device may be sent, by a name of its product or as typed bytes. */
  #defOf({ type }: Addressee, code: string, origin: Origin | undefined): CommandDef | undefined {
    const isRaw = code === RAW_COMMAND.code && origin?.source === 'NETTY' && this.#deps.rawTakingOf(type)
    return isRaw ? RAW_COMMAND : type.commands?.find((one) => one.code === code)
  }

  #rawParams({ type }: Addressee, given: Record<string, unknown>): ReturnType<typeof paramsOf> {
    const taking = this.#deps.rawTakingOf(type)
    return rawParamsOf(given, (frame) => taking?.accepts(frame) ?? false)
  }

  /** Queries a device's state, for a command that a restart left without outcome. Never waits. */
  async ask(execution: CommandExecution): Promise<void> {
    const { addressee: to, deviceId, id } = execution
    const def = to?.type.commands?.find(({ code }) => code === 'READ')
    if (!to || !def) return
    const values = await this.#deps.lastValues(deviceId)
    const considered = { to, carrier: CARRIERS[to.type.carrier ?? 'ONLINE'], values }
    const request: NewCommand = {
      ...this.#orderOf(considered, def, {}),
      source: 'API',
      sourceId: id,
      operatorId: null,
      operatorName: null,
      idempotencyKey: null,
      reason: null,
    }
    const readId = await insertCommand(this.#deps.db, request)
    if (readId !== null) this.#dispatcher.add(entryOf(readId, request), to, values)
  }

  /** @throws AppError not-found | conflict when it has left already, or is over */
  async cancel(id: string, caller: Caller): Promise<SentCommand> {
    const { db, clock } = this.#deps
    const { session, ip, traceId } = caller
    const command = await this.#find(session, id)
    const execution = this.#dispatcher.find(id)
    await execution?.tell({ kind: 'cancelled', at: clock.now().getTime() })
    if (execution?.status !== 'CANCELLED' || command.status === 'CANCELLED') {
      throw new AppError('conflict', { status: execution?.status ?? command.status })
    }
    const after = { commandId: id, deviceId: command.deviceId, code: command.code }
    const line = { action: cancelCommand.audit, targetIds: [command.deviceId], deptId: execution.addressee?.deptId }
    await recordOperation(db, session, { ...line, after, ip, traceId })
    return { commandId: id, status: execution.status }
  }

  async get(id: string, session: Session): Promise<Command & { attemptList: CommandAttempt[] }> {
    const command = await this.#find(session, id)
    return { ...command, attemptList: await attemptsOf(this.#deps.db, command.id) }
  }

  /** What the confirmation dialog shows before the command is sent. */
  async preview(input: { deviceId: string; code: string }, session: Session): Promise<OutputOf<typeof previewCommand>> {
    const deviceId = await scopedDeviceId(this.#deps.db, session, input.deviceId)
    const to = await this.#addressee(deviceId)
    const def = to.type.commands?.find(({ code }) => code === input.code)
    const { given, reported } = await this.#consider(deviceId, to, def)
    const refusal = refusalOf({ code: input.code, confirmed: false, reason: 'typed later' }, given)
    const askWith = refusal?.facts['askWith']
    return {
      code: input.code,
      danger: def?.danger ?? 'NONE',
      refused: refusal && { error: refusal.because, askWith: typeof askWith === 'string' ? askWith : null },
      repeats: reported ? await this.#repeatedBy(to, reported, session) : [],
      reportedTime: reported && new Date(reported.at).toISOString(),
    }
  }

  /** The other valves that go along, as the confirm names them. Padding of the bitmap is no valve. */
  async #repeatedBy(to: Addressee, { states }: ReportedSwitches, session: Session) {
    const valves = new Map((await this.#deps.valvesOf(to.stationId)).map((valve) => [valve.channel, valve]))
    return states.flatMap((open, n) => {
      const channel = n + 1
      const valve = valves.get(channel)
      if (channel === to.channel || (!valve && !open)) return []
      const visible = valve && coversDept(session.scope, valve.deptId) ? valve : undefined
      const state = open ? ('OPEN' as const) : ('CLOSED' as const)
      return [{ channel, deviceId: visible?.deviceId ?? null, name: visible?.name ?? null, state }]
    })
  }

  async #find(session: Session, id: string): Promise<Command> {
    const [command] = await findCommands(this.#deps.db, session.scope, [id])
    if (!command) throw new AppError('not-found')
    return command
  }

  async #addressee(deviceId: ScopedDeviceId): Promise<Addressee> {
    const to = await this.#deps.addressee(deviceId)
    if (!to) throw new AppError('not-found')
    return to
  }

  async #consider(deviceId: ScopedDeviceId, to: Addressee, def: CommandDef | undefined): Promise<Considered> {
    const { stationId } = to
    const [values, reported] = await Promise.all([
      this.#deps.lastValues(deviceId),
      def?.repeatsOthers ? this.#deps.switchesOf(stationId) : null,
    ])
    const carrier = CARRIERS[to.type.carrier ?? 'ONLINE']
    const maxAgeMs = (def?.stateMaxAgeS ?? 0) * 1000
    const age = { deviceId, now: this.#now(), maxAgeMs }
    const lane = def ? laneOf(subjectOf(def), { ...def, stationId, deviceId }) : null
    const given: Circumstances = {
      def,
      enabled: to.enabled,
      retired: to.retired,
      readings: values,
      faults: this.#deps.activeFaults(deviceId),
      switchesKnown: repeatable(reported, this.#dispatcher.unconfirmedOf(stationId), age) !== null,
      waiting: this.#dispatcher.waiting(lane, deviceId),
      queueCap: carrier.queueCap,
    }
    return { deviceId, to, def, carrier, values, reported, given }
  }

  #orderOf(
    { to, carrier, values }: Pick<Considered, 'to' | 'carrier' | 'values'>,
    def: CommandDef,
    params: Record<string, unknown>,
  ) {
    const now = this.#now()
    const strokeS = to.type.strokeS ?? DEFAULT_STROKE_S
    const target = targetOf(def, params)
    return {
      deviceId: to.deviceId,
      stationId: to.stationId,
      code: def.code,
      params,
      priority: MANUAL_PRIORITY,
      createdAt: now,
      expireAt: now + carrier.ttlS * 1000,
      absolute: def.absolute,
      repeatsOthers: def.repeatsOthers,
      target,
      strokeS,
      ackTimeoutMs: (def.ackTimeoutS ?? carrier.ackTimeoutS) * 1000,
      execTimeoutMs: (def.execTimeoutS ?? proofWithinS(target, strokeS, to.type.reportIntervalS)) * 1000,
      maxAttempts: def.absolute ? carrier.attempts : 1,
      before: seenIn(values, target),
    }
  }

  /** Writes the command and hands it to the dispatcher, one call of a key after the other. Null: the key is taken. */
  async #enter(
    request: NewCommand,
    { to, values }: Considered,
    caller: Caller,
    { idempotencyKey, batch }: Pick<SendInput, 'idempotencyKey' | 'batch'>,
  ): Promise<CommandExecution | null> {
    const key = keyOf(caller.session, idempotencyKey)
    const earlier = this.#writing.get(key)
    const entering = (async () => {
      await earlier
      const id = await this.#write(request, to, caller, batch)
      return id === null ? null : this.#dispatcher.add(entryOf(id, request), to, values)
    })()
    const settled = entering.then(noop, noop)
    this.#writing.set(key, settled)
    await settled
    if (this.#writing.get(key) === settled) this.#writing.delete(key)
    return entering
  }

  /** The command and its line in the operation log, or neither. Null: the key is taken. */
  async #write(
    request: NewCommand,
    { deviceId, deptId }: Addressee,
    caller: Caller,
    batch?: string,
  ): Promise<string | null> {
    const { session, ip, traceId, origin } = caller
    return this.#deps.db.transaction(async (tx) => {
      // A key that was used must stay so: its command is flushed at once.
      if (!origin?.key) await flushLater(tx)
      const id = await insertCommand(tx, request)
      if (id === null) return null
      await origin?.key?.consume(tx, id)
      const { code, params, reason } = request
      const after = { commandId: id, code, params, reason, ...(batch ? { batch } : {}) }
      const line = { action: origin?.action ?? sendCommand.audit, targetIds: [deviceId], deptId, after, ip, traceId }
      await recordOperation(tx, origin?.key?.actor ?? session, line)
      return id
    })
  }

  /** The answer to a call whose key was used before: the first command's, whatever its outcome. */
  async #answerAgain(first: KeyedCommand, session: Session, key: string): Promise<SentCommand | Outcome<SentCommand>> {
    await this.#writing.get(keyOf(session, key))
    const execution = this.#dispatcher.find(first.id)
    return execution ? this.#answer(execution) : answerTo(await this.#find(session, first.id))
  }

  async #answer(execution: CommandExecution): Promise<SentCommand | Outcome<SentCommand>> {
    await this.#dispatcher.settled(execution, WAIT_MS)
    const { status, resultCode, resultMsg } = execution.state
    return answerTo({ id: execution.id, status, resultCode, resultMsg })
  }

  #now(): number {
    return this.#deps.clock.now().getTime()
  }
}

/** A valve tells of its movement; anything else is told of by the next report at the latest (domain 4.2). */
function proofWithinS(target: CommandTarget | null, strokeS: number, reportIntervalS: number): number {
  return target?.metric ? reportIntervalS + 30 : execTimeoutS(strokeS)
}

function keyOf({ userId }: Session, idempotencyKey: string): string {
  return `${userId} ${idempotencyKey}`
}

function noop(): void {}

/** @throws AppError when the key was used for something else */
function sameCommand(first: KeyedCommand, body: Omit<KeyedCommand, 'id'>): KeyedCommand {
  const { deviceId, code, params } = first
  if (!isDeepStrictEqual({ deviceId, code, params }, body)) {
    throw new AppError('key-used-otherwise', { commandId: first.id })
  }
  return first
}

function entryOf(id: string, { idempotencyKey: _key, reason: _reason, ...request }: NewCommand): Entry {
  return { request: { ...request, id }, state: newState(), after: null, version: 0 }
}

const ENDED: Partial<Record<ResultCode, ErrorCode>> = {
  NO_CHANNEL: 'device-offline',
  NAK: 'device-refused',
  STATE_UNKNOWN: 'state-unknown',
  UNSUPPORTED: 'command-unsupported',
}

/** @throws AppError when it is over and nothing is proven: the id and the state are among its facts. */
function answerTo(command: Pick<Command, 'id' | 'status' | 'resultCode' | 'resultMsg'>) {
  const { id: commandId, status, resultCode, resultMsg } = command
  const data: SentCommand = { commandId, status }
  const answer = answerOf(status)
  if (answer === 'confirmed') return data
  if (answer === 'not-confirmed') return new Outcome('not-confirmed', data)
  const code = (resultCode && ENDED[resultCode]) ?? 'command-ended'
  throw new AppError<ErrorCode>(code, { ...data, resultCode, resultMsg })
}
