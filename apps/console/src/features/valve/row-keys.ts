import type { KeyboardEvent } from 'react'

interface RowCommands {
  onStop: (() => void) | null
  onRead: (() => void) | null
}

/**
 * What a row that has the focus may send, beside the keys every list has: Shift+S stops, R reads. No key opens or
 * closes a valve (docs/spec/look.md#8). Keys of what stands in the row are its own. True when the key was taken.
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
