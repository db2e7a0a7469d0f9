import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** What people and phones take for a long press. */
const LONG_MS = 500
/** A finger that rests moves a little. */
const SLACK_PX = 10

interface Press {
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
}

/**
 * A finger that stays where it is for a while. What it would have opened by a tap stays shut, and the menu of the
 * browser as well. A mouse presses as long as it likes.
 */
export function useLongPress(onLong: (() => void) | null) {
  const press = useRef<Press | null>(null)
  const held = useRef(false)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  useEffect(() => end, [])
  if (!onLong) return {}
  return {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      held.current = false
      if (pointerType !== 'touch') return
      end()
      const hold = () => {
        held.current = true
        press.current = null
        onLong()
      }
      press.current = { x, y, timer: setTimeout(hold, LONG_MS) }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const begun = press.current
      if (begun && Math.hypot(clientX - begun.x, clientY - begun.y) > SLACK_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu: (event: MouseEvent) => (press.current || held.current) && event.preventDefault(),
    onClickCapture: (event: MouseEvent) => {
      if (!held.current) return
      held.current = false
      event.stopPropagation()
      event.preventDefault()
    },
  }
}
