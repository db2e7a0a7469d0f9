import { useEffect } from 'react'
import { create } from 'zustand'

/** A form that was asked for from elsewhere: the list of that resource opens it when it is in sight. */
const useWanted = create<{ resource: string | null }>()(() => ({ resource: null }))

export function wantForm(resource: string): void {
  useWanted.setState({ resource })
}

/** Calls `open` once for every new row that was asked for; without the right to add the wish is dropped. */
export function useWantedForm(resource: string, open: (() => void) | null): void {
  const wanted = useWanted((state) => state.resource === resource)
  useEffect(() => {
    if (!wanted) return
    useWanted.setState({ resource: null })
    open?.()
  }, [wanted, open])
}
