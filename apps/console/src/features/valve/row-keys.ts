import type { KeyboardEvent } from 'react'

interface RowCommands {
  onStop: (() => void) | null
  onRead: (() => void) | null
}

/**
 * The keys of a focused row, beside those of every list: Shift+S stops, R reads. No key opens or closes a valve
 * (docs/spec/look.md#8). Keys pressed in controls inside the row belong to those. True when the key was handled.
 */
export function takeCommandKey(event: KeyboardEvent<HTMLElement>, { onStop, onRead }: RowCommands): boolean {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
    return false
  const key = event.key.toUpperCase()
  const request = event.shiftKey ? key === 'S' && onStop : key === 'R' && onRead
  if (!request) return false
  event.preventDefault()
  event.stopPropagation()
  request()
  return true
}
