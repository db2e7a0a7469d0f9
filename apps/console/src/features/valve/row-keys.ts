import type { KeyboardEvent } from 'react'

interface RowOrders {
  onStop: (() => void) | null
  onRead: (() => void) | null
}

/**
 * What a row that has the focus may send, beside the keys every list has: Shift+S stops, R reads. No key opens or
 * closes a valve (docs/spec/look.md#8). Keys of what stands in the row are its own. True when the key was taken.
 */
export function takeOrderKey(event: KeyboardEvent<HTMLElement>, { onStop, onRead }: RowOrders): boolean {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
    return false
  const key = event.key.toUpperCase()
  const order = event.shiftKey ? key === 'S' && onStop : key === 'R' && onRead
  if (!order) return false
  event.preventDefault()
  event.stopPropagation()
  order()
  return true
}
