/** The holder of a place: the session, and the person it belongs to. */
interface Holder {
  readonly id: string
  readonly userId: string
}

export interface PlaceLimits {
  /** Of one sign-in; a browser with many tabs is one. */
  session: number
  person: number
  all: number
}

/** Sockets of one process, as far as it may open that many (http-seats.ts); an open page has two of them, and a wall of screens is one person. */
export const SOCKET_PLACES: PlaceLimits = { session: 40, person: 100, all: 5_000 }

/** Places that people hold for as long as they like, e.g. sockets: so many each, and so many in all. */
export interface Places {
  /** The way to give it back, which does so once; or whose limit is reached. */
  take(holder: Holder): (() => void) | keyof PlaceLimits
}

export function createPlaces(limits: PlaceLimits): Places {
  const sessions = new Map<string, number>()
  const persons = new Map<string, number>()
  let all = 0
  return {
    take({ id, userId }) {
      if (all >= limits.all) return 'all'
      if ((persons.get(userId) ?? 0) >= limits.person) return 'person'
      if ((sessions.get(id) ?? 0) >= limits.session) return 'session'
      all += 1
      count(sessions, id, 1)
      count(persons, userId, 1)
      let held = true
      return () => {
        if (!held) return
        held = false
        all -= 1
        count(sessions, id, -1)
        count(persons, userId, -1)
      }
    },
  }
}

function count(counts: Map<string, number>, key: string, more: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + more
  if (now === 0) counts.delete(key)
  else counts.set(key, now)
}
