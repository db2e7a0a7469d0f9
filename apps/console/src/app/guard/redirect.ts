/** The rules for a `redirect` value and a `/redirect/…` path: both lead inside, never to another site (RG-9, RG-16). */

const NEVER_TARGETS = ['/login', '/401', '/404', '/redirect']
const HOME = '/'

function isInner(target: string): boolean {
  // Exactly one leading slash; no backslash and no control character, which a browser may drop or convert.
  if (!/^\/(?!\/)/.test(target)) return false
  for (const letter of target) if (letter === '\\' || letter < ' ' || letter === '\u007f') return false
  const origin = 'https://inside.invalid'
  try {
    return new URL(target, origin).origin === origin
  } catch {
    return false
  }
}

function leadsNowhere(target: string): boolean {
  const path = new URL(target, 'https://inside.invalid').pathname.replace(/\/+$/, '')
  return NEVER_TARGETS.some((never) => path === never || (never === '/redirect' && path.startsWith('/redirect/')))
}

/** RG-9: the decoded `redirect` value if it may be followed, else home. */
export function safeRedirect(value: string | null | undefined): string {
  if (!value || !isInner(value) || leadsNowhere(value)) return HOME
  return value
}

/** RG-10, RG-11: the address of the sign-in page that returns here. */
export function loginAddress(pathname: string, search: string): string {
  return `/login?redirect=${encodeURIComponent(pathname + search)}`
}

/** RG-10, RG-11: the target after sign-in; other query keys are passed on to it. */
export function signInTarget(search: string): string {
  const query = new URLSearchParams(search)
  const target = new URL(safeRedirect(query.get('redirect')), 'https://inside.invalid')
  query.delete('redirect')
  for (const [key, value] of query) target.searchParams.append(key, value)
  return target.pathname + target.search
}

/** RG-16: `/redirect/{path*}` re-opens `/{path}`; any other path goes home. */
export function redirectPathTarget(pathname: string, search: string): string {
  const rest = pathname.slice('/redirect'.length)
  return safeRedirect(rest + search)
}
