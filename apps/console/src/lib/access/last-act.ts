/** A call this soon after a person touched something is the person's: about what browsers call transient activation. */
const LATELY_MS = 5000

let last = performance.now()
const remember = () => {
  last = performance.now()
}
for (const kind of ['pointerdown', 'click', 'keydown', 'popstate'])
  window.addEventListener(kind, remember, { capture: true })

/** Whether somebody clicked, typed or went back within the last seconds; opening the page counts too. */
export function actedLately(): boolean {
  return performance.now() - last < LATELY_MS
}
