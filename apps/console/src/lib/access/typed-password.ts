/** Long enough to choose a new password, and no longer. */
const KEPT_MS = 10 * 60_000

let typed: { password: string; at: number } | null = null

/**
 * Keeps the password of a sign-in in this page's memory alone, for a person who has to change it at once: they need not
 * type it again.
 */
export function keepTypedPassword(password: string): void {
  typed = { password, at: performance.now() }
}

/** Null when this page did not see the sign-in, or saw it long ago. */
export function typedPassword(): string | null {
  return typed && performance.now() - typed.at < KEPT_MS ? typed.password : null
}

export function forgetTypedPassword(): void {
  typed = null
}
