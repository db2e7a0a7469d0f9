import { getInfo } from '@sluice/contract'
import { call } from '../../lib/api/api.ts'
import { CallFailure } from '../../lib/api/api-outcome.ts'
import { recallPerson, useLastSeen } from '../../lib/live/last-seen.ts'
import { queryClient } from '../../lib/api/query.ts'
import { setSession, useSession } from '../../lib/access/session.ts'

/** So often the server is asked whether it is there again; a person who looks away waits. */
const ASK_EVERY_MS = 5_000
const SESSION_OVER = 4

/** A session taken from what was kept: it reads, and has no token to do anything with. */
export function isBorrowed(): boolean {
  const { phase, token } = useSession.getState()
  return phase === 'ready' && token === ''
}

/** Opens the console with who was here last, when the server cannot be asked. False: nobody is known. */
export async function borrowSession(): Promise<boolean> {
  const person = await recallPerson()
  if (!person) return false
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
 * While old answers are shown the server is asked until it answers; then everything on the page is asked again.
 * `load` fetches the session anew; `forget` drops the person when it is over.
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
