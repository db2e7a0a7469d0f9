import { useSyncExternalStore } from 'react'

/** MB-1: below this the layout is mobile; 992 itself is desktop. */
const MOBILE_BELOW = 992

function subscribe(listener: () => void): () => void {
  const onResize = () => {
    // MB-4: a hidden page keeps its layout.
    if (!document.hidden) listener()
  }
  window.addEventListener('resize', onResize)
  // A resize while the page was hidden applies when it is visible again.
  document.addEventListener('visibilitychange', onResize)
  return () => {
    window.removeEventListener('resize', onResize)
    document.removeEventListener('visibilitychange', onResize)
  }
}

export function useMobile(): boolean {
  return useSyncExternalStore(subscribe, () => window.innerWidth < MOBILE_BELOW)
}

/** Below this a list is two-line rows, and the tab bar is gone. */
const PHONE_BELOW = 768

export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.innerWidth < PHONE_BELOW)
}
