/** A newer console was installed while this page was open: its parts that are not loaded yet no longer exist. */
let gone = false
window.addEventListener('vite:preloadError', () => {
  gone = true
})

export const buildIsGone = (): boolean => gone
