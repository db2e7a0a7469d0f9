import { getInfo } from '@sluice/contract'
import { readIn } from '../../lib/page/own-units.ts'
import { setDeviceTypes } from '../../domain/device-types.ts'
import { setFaultNames } from '../../domain/fault-names.ts'
import { call } from '../../lib/api/api.ts'
import { CallFailure } from '../../lib/api/api-outcome.ts'
import { recallPerson, useLastSeen } from '../../lib/live/last-seen.ts'
import { queryClient } from '../../lib/api/query.ts'
import { setSession, useSession } from '../../lib/access/session.ts'

/** How often an unreachable server is polled; not while the page is hidden. */
const ASK_EVERY_MS = 5_000
const SESSION_OVER = 4

/** Whether the session was restored from stored data: it can read, and has no token for anything else. */
export function isBorrowed(): boolean {
  const { phase, token } = useSession.getState()
  return phase === 'ready' && token === ''
}

/** Opens the console for the last signed-in user when the server is unreachable. False when none is stored. */
export async function borrowSession(): Promise<boolean> {
  const person = await recallPerson()
  if (!person) return false
  setDeviceTypes(person.info.deviceTypes ?? null)
  setFaultNames(person.info.faultNames ?? null)
  readIn(person.info.units)
  setSession(person.info, person.menu)
  useLastSeen.setState({ since: person.at })
  return true
}

let timer: ReturnType<typeof setInterval> | undefined

async function knock(load: () => Promise<void>): Promise<void> {
  if (document.hidden) return
  if (isBorrowed()) await load()
  else await call(getInfo, {}, { silent: true })
  useLastSeen.setState({ since: null })
}

/**
 * While old answers are shown, polls the server until it answers; then fetches everything on the page again. `load`
 * fetches the session anew; `forget` clears the user when the session is over.
 */
export function watchLine(load: () => Promise<void>, forget: () => void): void {
  const ask = () =>
    void knock(load).catch((error: unknown) => {
      if (isBorrowed() && error instanceof CallFailure && error.code === SESSION_OVER) forget()
    })
  useLastSeen.subscribe(({ since }, before) => {
    if (since !== null && before.since === null) {
      timer ??= setInterval(ask, ASK_EVERY_MS)
      window.addEventListener('online', ask)
    }
    if (since === null && before.since !== null) {
      clearInterval(timer)
      timer = undefined
      window.removeEventListener('online', ask)
      if (!isBorrowed()) void queryClient.invalidateQueries()
      else ask()
    }
  })
}
