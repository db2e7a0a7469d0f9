import { type Appearance, RAMPS } from './theme/ramps.ts'

/** Gives the browser bar of a phone the colour of the console's header. */
export function paintBrowserBar(appearance: Appearance): void {
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (bar) bar.content = RAMPS[appearance].surface
}

/**
 * Stores the shell on this machine once the page is drawn. Over plain http on names of a local network there are no
 * service workers: the console works without.
 */
export function keepShell(): void {
  const served = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  // The development server writes no nonce and has no worker.
  if (!('serviceWorker' in navigator) || !served || served.startsWith('__')) return
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => {})
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}
