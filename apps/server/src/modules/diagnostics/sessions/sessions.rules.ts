import { FLAPPING_MIN, FLAPPING_SESSIONS, type LineSession } from '@sluice/contract'

/** A line of the connection log that begins or ends a session; `at`: epoch ms. */
export interface LoggedLine
  extends Pick<LineSession, 'channelId' | 'remote' | 'cause' | 'reason' | 'bytesIn' | 'bytesOut'> {
  at: number
  event: 'REGISTER' | 'DISCONNECT'
  /** Of the whole connection, until then. */
  durationS: number | null
}

/** A session within a window; `end` null while it is open. */
export interface Session extends Omit<LineSession, 'beginTime' | 'endTime'> {
  begin: number
  end: number | null
}

export interface Window {
  from: number
  to: number
}

/**
 * Sessions of one device, oldest first, cut to the window. An end whose beginning is older than the log began as long ago as it
 * says. One without an end ended at the latest when the next began, since a device has one connection; the last is open.
 */
export function sessionsOf(lines: readonly LoggedLine[], { from, to }: Window): Session[] {
  const sessions: Session[] = []
  const open = new Map<string, Session>()
  for (const line of lines) {
    const { at, channelId, remote, cause, reason, bytesIn, bytesOut } = line
    if (line.event === 'REGISTER') {
      if (open.has(channelId)) continue
      for (const session of open.values()) session.end = at
      open.clear()
      const session = {
        channelId,
        remote,
        begin: at,
        end: null,
        cause: null,
        reason: null,
        bytesIn: 0,
        bytesOut: 0,
        flapping: false,
      }
      sessions.push(session)
      open.set(channelId, session)
      continue
    }
    // A replaced connection ends after its successor has begun: it was found there.
    const known = open.get(channelId) ?? sessions.findLast((session) => session.channelId === channelId)
    if (known) Object.assign(known, { end: Math.min(at, known.end ?? at), cause, reason, bytesIn, bytesOut })
    else
      sessions.push({
        channelId,
        remote,
        begin: at - (line.durationS ?? 0) * 1000,
        end: at,
        cause,
        reason,
        bytesIn,
        bytesOut,
        flapping: false,
      })
    open.delete(channelId)
  }
  const within = sessions
    .filter(({ begin, end }) => begin < to && (end === null || end > from))
    .toSorted((a, b) => a.begin - b.begin)
  markFlapping(within)
  return within.map((session) => ({ ...session, begin: Math.max(from, session.begin) }))
}

/** Marks every session of a run of so many that begin within so many minutes. */
function markFlapping(sessions: Session[]): void {
  for (let last = FLAPPING_SESSIONS - 1; last < sessions.length; last++) {
    const first = last - FLAPPING_SESSIONS + 1
    if (sessions[last]!.begin - sessions[first]!.begin > FLAPPING_MIN * 60_000) continue
    for (const session of sessions.slice(first, last + 1)) session.flapping = true
  }
}

/**
 * When the first session of a device began, where the log has nothing of it before the window; null where it has. A device
 * that was installed at noon was not offline in the morning.
 */
export function knownFrom(lines: readonly LoggedLine[], sessions: readonly Session[], { from }: Window): number | null {
  const [line] = lines
  const [session] = sessions
  return !line || !session || line.at < from || session.begin <= from ? null : session.begin
}

/** Percent of the window in which at least one session was open, to one decimal. */
export function onlineShare(sessions: readonly Pick<Session, 'begin' | 'end'>[], { from, to }: Window): number {
  let [online, reached] = [0, from]
  for (const { begin, end } of sessions) {
    const until = Math.min(end ?? to, to)
    online += Math.max(0, until - Math.max(begin, reached))
    reached = Math.max(reached, until)
  }
  return Math.round((online / (to - from)) * 1000) / 10
}
