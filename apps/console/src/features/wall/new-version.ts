/** The script that a served page begins with; its name changes with every build. Null when there is none. */
export function entryOf(html: string): string | null {
  return /<script[^>]*\ssrc="([^"]*\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? null
}

const TRIED = 'wall-version'

/**
 * Reloads the page when the server serves another build than the running one. The same build is tried once: a proxy
 * that caches an old page must not make the wall reload for ever.
 */
export async function followVersion(reload: () => void = () => location.reload()): Promise<void> {
  const running = document.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')
  if (!running) return
  const answer = await fetch('/', { cache: 'no-store', credentials: 'omit' })
  const served = answer.ok ? entryOf(await answer.text()) : null
  if (served === null || served === running.getAttribute('src') || sessionStorage.getItem(TRIED) === served) return
  sessionStorage.setItem(TRIED, served)
  reload()
}
