import type { MenuRoute, UserInfo } from '@sluice/contract'
import { getInfo, getRouterList, login, loginCode, loginKey, logout, SIGNED_IN_COOKIE } from '@sluice/contract'
import { call, request, whenSessionOver } from '../../lib/api/api.ts'
import { CallFailure, NETWORK_FAILURE } from '../../lib/api/api-outcome.ts'
import { ask, dropQuestion } from '../../lib/page/ask.ts'
import { forgetCommands } from '../../domain/command/commands.ts'
import { readIn } from '../../lib/page/own-units.ts'
import { setDeviceTypes } from '../../domain/device-types.ts'
import { setFaultNames } from '../../domain/fault-names.ts'
import { forgetDictionary } from '../../lib/text/dictionary.ts'
import { forgetDeviceStates } from '../../domain/state/device-state-store.ts'
import { closeTray } from '../../lib/api/jobs.ts'
import { forgetLastSeen, keepPerson } from '../../lib/live/last-seen.ts'
import { closeLive } from '../../lib/live/live.ts'
import { queryClient } from '../../lib/api/query.ts'
import { readCookie } from '../../lib/access/cookie.ts'
import { seal } from '../../lib/access/seal.ts'
import { forgetTypedPassword, keepTypedPassword } from '../../lib/access/typed-password.ts'
import { clearSession, setSession, useSession } from '../../lib/access/session.ts'
import { t } from '../../lib/text/text.ts'
import { forgetToasts, toast } from '../../lib/page/toast.ts'
import { closeSettings } from '../settings/settings-host.tsx'
import { startTabs, forgetTabs } from '../tabs/tab-store.ts'
import { borrowSession, isBorrowed, watchLine } from './line-watch.ts'
import { screensFor } from './visitor.ts'

const RETRY_AFTER_MS = 500
const SESSION_OVER = 4

/** Signing out in one tab signs out the others (SI-25). */
const tabs = new BroadcastChannel('session')
tabs.onmessage = () => forgetPerson()

/** Fetches user info, then the menu; stores the token first because the menu call carries it (SI-9). */
async function load(): Promise<void> {
  const again = isBorrowed()
  const { code, data } = await request(getInfo.method, getInfo.path, {}, { silent: true })
  // SI-17: an answer without a user is an error.
  if (code !== 0 || !data) throw new Error(t('session.noUser'))
  const info = data as UserInfo
  useSession.setState({ token: info.token })
  if (!info.mustChangePwd) forgetTypedPassword()
  // A forced password change or second factor comes before everything else; without permissions no menu is needed
  // (RG-6).
  const menuless = info.mustChangePwd || info.mustEnrol || info.resources.length === 0
  const menu: readonly MenuRoute[] = menuless ? [] : await call(getRouterList, {})
  setDeviceTypes(info.deviceTypes ?? null)
  setFaultNames(info.faultNames ?? null)
  readIn(info.units)
  setSession(info, menu)
  if (!menuless) void keepPerson(info, menu)
  // The tabs of a session restored from stored data stay open.
  if (again) return
  startTabs(screensFor(menu, useSession.getState().roles))
}

/** One silent retry (AM-31), then one message and sign-out (SI-18, SI-19). */
export async function boot(): Promise<void> {
  try {
    await load().catch(async (error: unknown) => {
      if (error instanceof CallFailure && error.code === SESSION_OVER) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
      await load()
    })
  } catch (error) {
    const nobody = error instanceof CallFailure && error.code === SESSION_OVER
    const unreachable = error instanceof CallFailure && error.code === NETWORK_FAILURE
    if (unreachable && (await borrowSession())) {
      startTabs(screensFor(useSession.getState().menu, useSession.getState().roles))
      return
    }
    if (nobody) await forgetLastSeen()
    forgetMemory()
    if (!nobody) toast('error', error instanceof Error ? error.message : String(error))
  }
}

/** The boot call, unless nobody is signed in here: the answer would be a refusal. */
export async function start(): Promise<void> {
  if (readCookie(SIGNED_IN_COOKIE) !== null) return boot()
  await forgetLastSeen()
  forgetMemory()
}

/**
 * SI-7: the password is sent sealed. Returns the pending sign-in that a code must follow, or null when the user is
 * signed in. The request layer shows failures of the sign-in itself.
 */
export async function signIn(username: string, password: string): Promise<string | null> {
  const key = await call(loginKey, {})
  const sealed = await seal({ password }, key)
  const answer = await call(login, {
    username: username.trim(),
    password: sealed,
    platform: 'web',
    keyId: key.keyId,
  })
  keepTypedPassword(password)
  if ('pending' in answer) return answer.pending
  await boot()
  return null
}

/** The second step; returns how many recovery codes are left when one was used. The caller shows failures. */
export async function signInWithCode(pending: string, code: string): Promise<number | null> {
  const { recoveryCodesLeft } = await call(loginCode, { pending, code, platform: 'web' }, { inPlace: true })
  await boot()
  return recoveryCodesLeft
}

/** Fetches menu and permissions again, e.g. after the forced password change. */
export async function reloadSession(): Promise<void> {
  await boot()
}

/** SI-24: nothing of the user stays in memory, and no question or offer to them stays on the page. */
function forgetMemory(): void {
  closeLive()
  queryClient.clear()
  forgetDeviceStates()
  forgetDictionary()
  setDeviceTypes(null)
  readIn(undefined)
  forgetCommands()
  forgetTabs()
  closeTray()
  closeSettings()
  dropQuestion()
  forgetToasts()
  forgetTypedPassword()
  clearSession()
}

function forgetPerson(): void {
  forgetMemory()
  void forgetLastSeen()
}

/** SI-22, SI-23: the client side is cleared whatever the server answers. */
export async function signOut(): Promise<void> {
  await call(logout, {}, { silent: true }).catch(() => {})
  tabs.postMessage('ended')
  forgetPerson()
}

/** ER-7, ER-8: one dialog; signing in again drops the token and reloads. */
whenSessionOver(() => {
  // Stored data has no token: as soon as the server answers, the session is fetched anew.
  if (isBorrowed()) return
  void ask({
    title: t('ask.title'),
    text: t('session.over'),
    confirm: t('session.again'),
    cancel: t('action.close'),
    testId: 'relogin-dialog',
  }).then((again) => {
    if (!again) return
    clearSession()
    location.reload()
  })
})

watchLine(load, forgetPerson)
