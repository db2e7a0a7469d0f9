import { useEffect } from 'react'
import { create } from 'zustand'

const useRunning = create<{ count: number }>()(() => ({ count: 0 }))

/** Shows the thin progress bar while mounted (RG-13): it ends with the navigation, whatever the outcome. */
export function Running() {
  useEffect(() => {
    useRunning.setState((state) => ({ count: state.count + 1 }))
    return () => useRunning.setState((state) => ({ count: state.count - 1 }))
  }, [])
  return null
}

export function ProgressBar() {
  const running = useRunning((state) => state.count > 0)
  return running ? <div className="progress" role="presentation" /> : null
}
