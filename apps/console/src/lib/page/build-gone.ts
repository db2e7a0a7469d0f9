/** A newer console was installed while this page was open: parts that were not loaded yet are not there any more. */
let gone = false
window.addEventListener('vite:preloadError', () => {
  gone = true
})

export const buildIsGone = (): boolean => gone
