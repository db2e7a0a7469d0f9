import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'

export interface MenuItem {
  key: string
  label: string
  icon?: ReactNode
  disabled?: boolean
  /** Why it cannot be used now: it stays visible and says so. */
  because?: string | null
  danger?: boolean
  /** A separator line above it. */
  apart?: boolean
  onSelect: () => void
}

export interface Anchor {
  x: number
  y: number
  /** Align the menu's right edge with x. */
  end?: boolean
}

const EDGE = 8
/** Not `visibility`: a hidden element takes no focus. */
const UNPLACED: CSSProperties = { opacity: 0 }

/** A menu at a point, kept inside the window; closes on selection, Escape, any click, resize and scrolling (TB-9). */
export function PopupMenu(props: {
  at: Anchor
  items: readonly MenuItem[]
  label: string
  testId?: string
  /** The button that opened the menu; it handles its own clicks. */
  opener?: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const { at, items, label, testId, opener, onClose } = props
  const box = useRef<HTMLDivElement>(null)
  const focusBefore = useRef(document.activeElement)
  const [place, setPlace] = useState<CSSProperties>(UNPLACED)

  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = box.current!
    const left = at.end ? at.x - width : at.x
    setPlace({
      left: Math.max(EDGE, Math.min(left, window.innerWidth - width - EDGE)),
      top: Math.max(EDGE, Math.min(at.y, window.innerHeight - height - EDGE)),
    })
    box.current!.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus({ preventScroll: true })
  }, [at])

  useEffect(() => {
    const close = () => onClose()
    const outside = (event: Event) => {
      const target = event.target as Node
      if (!box.current?.contains(target) && !opener?.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', outside)
    window.addEventListener('resize', close)
    window.addEventListener('scroll', close, true)
    return () => {
      document.removeEventListener('pointerdown', outside)
      window.removeEventListener('resize', close)
      window.removeEventListener('scroll', close, true)
    }
  }, [onClose, opener])

  const leave = () => {
    onClose()
    if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      leave()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const buttons = [...box.current!.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[(now + step + buttons.length) % buttons.length]?.focus()
  }

  return createPortal(
    <div
      ref={box}
      className="menu"
      role="menu"
      aria-label={label}
      style={place}
      onKeyDown={onKeyDown}
      data-testid={testId}
    >
      {items.map((item) => (
        <button
          type="button"
          role="menuitem"
          key={item.key}
          disabled={item.disabled ?? Boolean(item.because)}
          className={`menu-item${item.danger ? ' danger' : ''}${item.apart ? ' apart' : ''}`}
          onClick={() => {
            leave()
            item.onSelect()
          }}
        >
          {item.icon}
          <span>
            {item.label}
            {item.because && <small>{item.because}</small>}
          </span>
        </button>
      ))}
    </div>,
    document.body,
  )
}
