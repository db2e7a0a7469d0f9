import { createContext, type ReactNode, useContext, useEffect } from 'react'

/** What a screen may ask of the tab it lives in. */
export interface View {
  /** Renames the tab, e.g. to the device's name. */
  setTitle: (title: string) => void
  /** The address of another screen as it was left, or as it begins. */
  addressOf: (path: string) => string
  /** Takes the tab away, whose thing is gone; where to go then is for the screen to say. */
  close: () => void
}

const ViewContext = createContext<View>({ setTitle: () => {}, addressOf: (path) => path, close: () => {} })

export function ViewProvider({ view, children }: { view: View; children: ReactNode }) {
  return <ViewContext value={view}>{children}</ViewContext>
}

export function useView(): Pick<View, 'addressOf' | 'close'> {
  return useContext(ViewContext)
}

/** The tab and the page title carry the name of the thing shown, once it is known. */
export function useViewTitle(title: string | undefined): void {
  const { setTitle } = useContext(ViewContext)
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
}
