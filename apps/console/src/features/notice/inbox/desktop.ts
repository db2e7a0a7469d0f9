import { create } from 'zustand'

const STORAGE_KEY = 'desktop-messages'

/** `none`: this browser, or an address without https, has no notifications. */
export type Desktop = 'none' | 'off' | 'on' | 'denied'

function now(): Desktop {
  if (!('Notification' in globalThis)) return 'none'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && localStorage.getItem(STORAGE_KEY) === 'on' ? 'on' : 'off'
}

/** Whether this browser shows messages while the page is hidden: only after the person asked for it here. */
export const useDesktop = create<{ state: Desktop }>()(() => ({ state: now() }))

/** The person pressed the button: only then the browser is asked. */
export async function switchDesktop(on: boolean): Promise<void> {
  if (on) await Notification.requestPermission()
  localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off')
  useDesktop.setState({ state: now() })
}

/** A notification of the desktop for one message; the same message replaces its own. */
export function showOnDesktop(
  { id, title, text }: { id: string; title: string; text: string },
  open: () => void,
): void {
  if (now() !== 'on') return
  try {
    const shown = new Notification(title, { body: text, tag: `push-${id}` })
    shown.onclick = () => {
      window.focus()
      shown.close()
      open()
    }
  } catch {
    // Android has them for service workers only; the message stays in the list.
  }
}
