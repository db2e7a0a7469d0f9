import { createContext, type ReactNode, useContext, useEffect } from 'react'

/** What a screen may ask of the tab it lives in. */
export interface View {
  /** Renames the tab, e.g. to the device's name. */
  setTitle: (title: string) => void
}

const ViewContext = createContext<View>({ setTitle: () => {} })

export function ViewProvider({ view, children }: { view: View; children: ReactNode }) {
  return <ViewContext value={view}>{children}</ViewContext>
}

/** The tab and the page title carry the name of the thing shown, once it is known. */
export function useViewTitle(title: string | undefined): void {
  const { setTitle } = useContext(ViewContext)
  useEffect(() => {
    if (title) setTitle(title)
  }, [title, setTitle])
}
