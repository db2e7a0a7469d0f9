import { createContext, type ReactNode, useContext, useEffect } from 'react'

/** What a screen may ask of its tab. */
export interface View {
  /** Renames the tab, e.g. to the device's name. */
  setTitle: (title: string) => void
  /** The address at which another screen was left, or its first address. */
  addressOf: (path: string) => string
  /** Closes the tab when its object is gone; the screen decides where to go then. */
  close: () => void
}

const ViewContext = createContext<View>({ setTitle: () => {}, addressOf: (path) => path, close: () => {} })

export function ViewProvider({ view, children }: { view: View; children: ReactNode }) {
  return <ViewContext value={view}>{children}</ViewContext>
}

export function useView(): Pick<View, 'addressOf' | 'close'> {
  return useContext(ViewContext)
}

/** Names the tab and the page title after the object shown, once it is known. */
export function useViewTitle(title: string | undefined): void {
  const { setTitle } = useContext(ViewContext)
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
}
