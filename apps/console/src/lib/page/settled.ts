import { useEffect, useState } from 'react'

/** A value as it was when it last stayed the same for so long: what is typed, once typing has paused. */
export function useSettled<T extends string | null>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
