import {
  type ByteTail as Tail,
  type byteTail,
  findHexPattern,
  MAX_TAIL_LINES,
  readHexPattern,
  type RefusalGroup,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { z } from 'zod'
import type { Database } from '../../platform/db/db.ts'
import type { Session } from '../../platform/http/session.ts'
import { namesInSight } from './byte-log.store.ts'
import { type ByteTail, sampled, type TailLine, toByteLine } from './byte-tail.ts'
import type { RefusalGroups } from './refusal-groups.ts'

interface Deps {
  db: Database
  tail: ByteTail
  groups: RefusalGroups
  now(): number
}

type Asked = z.output<typeof byteTail.input>

/** Whether a line is what was asked for; the devices that the caller sees are looked at elsewhere. */
function lineFilter(asked: Asked): (line: TailLine) => boolean {
  const { deviceId, remote, protocol, direction, state, because, bytes = '' } = asked
  const pattern = readHexPattern(bytes)
  if (pattern === null) throw new AppError('validation', { fields: { bytes: 'format' } })
  const states = state === undefined ? undefined : [state].flat()
  return (line) =>
    (deviceId === undefined || line.deviceId === deviceId) &&
    (remote === undefined || line.remote.startsWith(remote)) &&
    (protocol === undefined || line.protocol === protocol) &&
    (direction === undefined || line.direction === direction) &&
    (states === undefined || states.includes(line.state)) &&
    (because === undefined || line.because === because) &&
    (pattern === undefined || findHexPattern(line.raw, pattern) !== undefined)
}

/** The lines since the last answer, as far as the caller sees whose they are. */
export async function tailOf({ db, tail, now }: Deps, { scope }: Session, asked: Asked): Promise<Tail> {
  const { last } = tail
  const isFirst = asked.after === undefined
  const lines = tail.after(asked.after ?? 0).filter(lineFilter(asked))
  const ids = [...new Set(lines.flatMap(({ deviceId }) => deviceId ?? []))]
  const names = await namesInSight(db, scope, ids)
  const seen = lines.filter(({ deviceId }) => (deviceId === null ? scope.all : names.has(deviceId)))
  const wanted = isFirst ? seen.slice(-MAX_TAIL_LINES) : seen
  const shown = sampled(asked.count ? [] : wanted, MAX_TAIL_LINES)
  return {
    lines: shown.lines.map((line) => toByteLine(line, line.deviceId === null ? null : names.get(line.deviceId)!)),
    last,
    matched: seen.length,
    refused: seen.filter(({ state }) => state === 'REFUSED').length,
    everyNth: shown.everyNth,
    perSecond: tail.perSecond(now()),
  }
}

const NAMED = 3

/** The refusals of the last minutes by reason. */
export async function groupsOf({ db, groups, now }: Deps, { scope }: Session): Promise<RefusalGroup[]> {
  const names = await namesInSight(db, scope, groups.deviceIds())
  const sees = (deviceId: string | null) => (deviceId === null ? scope.all : names.has(deviceId))
  return groups.groups(now(), sees).map(({ reason, count, lastAt, senders }) => ({
    reason,
    count,
    lastTime: new Date(lastAt).toISOString(),
    senders: senders.slice(0, NAMED).map(({ deviceId, name, remote, count: times }) => {
      return { deviceId, name: (deviceId === null ? undefined : names.get(deviceId)) ?? name, count: times, remote }
    }),
    more: Math.max(0, senders.length - NAMED),
  }))
}
