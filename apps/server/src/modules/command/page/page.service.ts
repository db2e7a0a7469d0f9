import { setTimeout as pause } from 'node:timers/promises'
import {
  type ErrorCode,
  type InputOf,
  type ModelCommand,
  needsSession,
  RAW_COMMAND,
  RAW_MAX_BYTES,
  sendFromPage,
  type SentCommand,
} from '@sluice/contract'
import { AppError, fromHex, toHex } from '@sluice/kit'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { type Actor, recordOperation } from '../../../platform/audit/audit.store.ts'
import { Outcome } from '../../../platform/http/outcome.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { Caller, Origin } from '../command-caller.ts'
import type { CommandDeps } from '../command.ports.ts'
import type { CommandService } from '../command.service.ts'
import { KeyTries } from './key-tries.ts'
import { readKey } from './operator-key.rules.ts'
import { type GoodKey, goodKey, issue, openKey, revoke } from './operator-key.service.ts'
import { deviceOfNumber, useOperatorKey, visibleDevices } from './operator-key.store.ts'

type Asked = InputOf<typeof sendFromPage>
type Answer = SentCommand | Outcome<SentCommand>
type From = Pick<CallContext, 'ip' | 'traceId'>

/** A refused key is answered no sooner: what was looked at does not show in the time. */
const REFUSAL_MS = 400
const ORIGIN: Pick<Origin, 'source' | 'action'> = { source: 'NETTY', action: sendFromPage.audit }
/** Of the line that says what became of a call, whatever it is. */
const RESULT = 'command.pageResult'

/** Who tried a key that is none. */
const NOBODY: Actor = { userId: null, username: 'operator-key', deptId: null }

/** The page 下发指令: who may send what from it, and what the operation log says of it (SEC-2). */
export function createPage(deps: CommandDeps, commands: CommandService) {
  const { db, clock } = deps
  const tries = new KeyTries(clock.elapsed)
  const parts = { deps, commands, tries }
  return {
    issue: (input: Parameters<typeof issue>[2], call: CallContext) => issue(deps, commands, input, call),
    revoke: (id: string, call: CallContext) => revoke(deps, id, call),

    /** @throws AppError not-found | validation | what the ledger refuses, or how the command ended without proof */
    async sendWithSession(asked: Asked, { session, ip, traceId }: CallContext): Promise<Answer> {
      const device = await deviceOfNumber(db, session.scope, asked.deviceNo)
      if (!device) throw new AppError('not-found')
      const { id: deviceId, deptId } = device
      const caller: Caller = { session, ip, traceId, origin: ORIGIN }
      const line = { by: session as Actor, deviceId, deptId, asked, from: { ip, traceId } }
      return told(deps, line, () => commands.send({ ...asked, ...paramsOf(asked), deviceId }, caller))
    },

    /** @throws AppError too-many-tries | operator-key-refused */
    commandsOfKey: (typed: string, from: From) => commandsOfKey(parts, typed, from),

    sendWithKey: (typed: string, asked: Asked, from: From) => sendWithKey(parts, typed, asked, from),
  }
}

export type CommandPage = ReturnType<typeof createPage>

interface Parts {
  deps: CommandDeps
  commands: CommandService
  tries: KeyTries
}

/** @throws AppError too-many-tries | operator-key-refused | what the ledger refuses, or how it ended without proof */
async function sendWithKey({ deps, commands, tries }: Parts, typed: string, asked: Asked, from: From): Promise<Answer> {
  const begun = deps.clock.elapsed()
  const read = readKey(typed)
  const prefix = read?.prefix ?? ''
  const waitS = tries.take(from.ip, prefix)
  if (waitS > 0) throw new AppError('too-many-tries', { retryAfterS: waitS })
  const refuse = async (): Promise<never> => {
    await note(deps, { by: NOBODY, deviceId: undefined, asked, from, result: 'operator-key-refused', prefix })
    await pause(Math.max(0, REFUSAL_MS - (deps.clock.elapsed() - begun)))
    throw new AppError('operator-key-refused')
  }
  const good = await goodKey(deps, read, asked)
  if (!good || (await isForPeople(deps, commands, good, asked.code))) return refuse()
  const actor: Actor = { userId: null, username: `operator-key ${good.key.prefix}`, deptId: good.key.deptId }
  const caller: Caller = {
    session: good.maker,
    ...from,
    origin: {
      ...ORIGIN,
      key: {
        id: good.key.id,
        name: good.key.name,
        actor,
        async consume(tx, commandId) {
          const use = { id: good.key.id, commandId, at: deps.clock.now(), ip: from.ip }
          if (!(await useOperatorKey(tx, use))) throw new AppError('operator-key-refused')
        },
      },
    },
  }
  const line = { by: actor, deviceId: good.device.id, asked, from, prefix, deptId: good.device.deptId }
  try {
    const answer = await told(deps, line, () =>
      commands.send({ ...asked, ...paramsOf(asked), deviceId: good.device.id }, caller),
    )
    tries.giveBack(from.ip, prefix)
    return answer
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Two used the same key at once, and this one was second.
    if (error.code === 'operator-key-refused') return refuse()
    tries.giveBack(from.ip, prefix)
    throw error
  }
}

/** What a key names, of the devices that its maker still sees. @throws AppError too-many-tries | operator-key-refused */
async function commandsOfKey({ deps, commands, tries }: Parts, typed: string, from: From) {
  const begun = deps.clock.elapsed()
  const read = readKey(typed)
  const prefix = read?.prefix ?? ''
  const waitS = tries.take(from.ip, prefix)
  if (waitS > 0) throw new AppError('too-many-tries', { retryAfterS: waitS })
  const open = await openKey(deps, read)
  if (!open) {
    const after = { result: 'operator-key-refused', operatorKey: prefix || undefined }
    await recordOperation(deps.db, NOBODY, { action: RESULT, targetIds: [], after, ...from })
    await pause(Math.max(0, REFUSAL_MS - (deps.clock.elapsed() - begun)))
    throw new AppError('operator-key-refused')
  }
  tries.giveBack(from.ip, prefix)
  const { key, maker } = open
  const visible = await visibleDevices(deps.db, maker, key.deviceIds)
  const each = await Promise.all(
    visible.map(async (id) => commands.commandsFor(await scopedDeviceId(deps.db, maker, id))),
  )
  const barred = new Set(
    each
      .flat()
      .filter(needsSession)
      .map(({ code }) => code),
  )
  const known = new Map(each.flat().map((def) => [def.code, def]))
  return { commands: key.codes.flatMap((code) => (barred.has(code) ? [] : (known.get(code) ?? []))) as ModelCommand[] }
}

/** The model may have changed since the key was made. */
async function isForPeople(
  { db }: CommandDeps,
  commands: CommandService,
  { maker, device }: GoodKey,
  code: string,
): Promise<boolean> {
  const defs = await commands.commandsFor(await scopedDeviceId(db, maker, device.id))
  const def = defs.find((one) => one.code === code)
  return def === undefined || needsSession(def)
}

/** Typed bytes in one form, so that the same bytes are the same command. @throws AppError validation */
function paramsOf({ code, params = {} }: Asked): { params: Record<string, unknown> } {
  if (code !== RAW_COMMAND.code) return { params }
  const bytes = fromHex(String(params['hex'] ?? '').replaceAll(/\s/g, ''))
  if (!bytes.ok || bytes.value.length === 0 || bytes.value.length > RAW_MAX_BYTES) {
    throw new AppError('validation', { fields: { 'params.hex': 'format' } })
  }
  return { params: { ...params, hex: toHex(bytes.value) } }
}

interface Line {
  by: Actor
  deviceId: string | undefined
  asked: Asked
  from: From
  prefix?: string
  deptId?: string
}

/** Sends, and writes down what became of it, whatever it is (SEC-2 g). */
async function told(deps: CommandDeps, line: Line, send: () => Promise<Answer>): Promise<Answer> {
  try {
    const answer = await send()
    const { commandId, status } = answer instanceof Outcome ? answer.data : answer
    await note(deps, { ...line, commandId, result: status })
    return answer
  } catch (error) {
    const { code, facts } = error instanceof AppError ? (error as AppError<ErrorCode>) : { code: 'internal', facts: {} }
    const commandId = (facts as { commandId?: string }).commandId
    if (code !== 'operator-key-refused')
      await note(deps, { ...line, ...(commandId ? { commandId } : {}), result: code })
    throw error
  }
}

async function note(
  { db }: CommandDeps,
  { by, deviceId, asked, from, prefix, deptId, result, commandId }: Line & { result: string; commandId?: string },
): Promise<void> {
  const { deviceNo, code, params } = asked
  await recordOperation(db, by, {
    action: RESULT,
    targetIds: deviceId === undefined ? [] : [deviceId],
    deptId,
    after: { deviceNo, code, params, result, commandId, operatorKey: prefix || undefined },
    ...from,
  })
}
