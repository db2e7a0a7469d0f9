import { useEffect } from 'react'
import { create } from 'zustand'

/** A form requested from elsewhere: the list of that resource opens it when it is shown. */
const useWanted = create<{ resource: string | null }>()(() => ({ resource: null }))

export function wantForm(resource: string): void {
  useWanted.setState({ resource })
}

/** Calls `open` once for every requested new row; without the right to add the request is dropped. */
export function useWantedForm(resource: string, open: (() => void) | null): void {
  const wanted = useWanted((state) => state.resource === resource)
  useEffect(() => {
    if (!wanted) return
    useWanted.setState({ resource: null })
    open?.()
  }, [wanted, open])
}
