/** A call this soon after an input event counts as the user's own: about the span of browsers' transient activation. */
const RECENT_MS = 5000

let last = performance.now()
const remember = () => {
  last = performance.now()
}
for (const kind of ['pointerdown', 'click', 'keydown', 'popstate'])
  window.addEventListener(kind, remember, { capture: true })

/** Whether the user clicked, typed or navigated back within the last RECENT_MS; opening the page counts too. */
export function actedRecently(): boolean {
  return performance.now() - last < RECENT_MS
}
