/** The script a served page begins with; its name changes with every build. Null where there is none. */
export function entryOf(html: string): string | null {
  return /<script[^>]*\ssrc="([^"]*\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? null
}

const TRIED = 'wall-version'

/**
 * Opens the page again when the server serves another build than the one that runs. The same one is tried once: a proxy
 * that holds on to an old page must not make the wall flicker for ever.
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
