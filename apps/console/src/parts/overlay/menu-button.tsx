import { type ReactNode, useCallback, useRef, useState } from 'react'
import { type Anchor, type MenuItem, PopupMenu } from './popup-menu.tsx'

const GAP = 4

interface MenuButtonProps {
  /** Names it for screen readers; also the tooltip when the button shows only an icon. */
  label: string
  items: readonly MenuItem[]
  /** The children already name it in words. */
  named?: boolean
  className?: string
  testId?: string
  menuTestId?: string
  children: ReactNode
}

/** A button that opens a menu below itself. */
export function MenuButton({
  label,
  named = false,
  items,
  className = 'icon-button',
  testId,
  menuTestId,
  children,
}: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<Anchor | null>(null)
  const close = useCallback(() => setAt(null), [])
  const toggle = () => {
    const box = button.current!.getBoundingClientRect()
    setAt(at ? null : { x: box.right, y: box.bottom + GAP, end: true })
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        {...(named ? {} : { 'aria-label': label })}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        title={label}
        data-testid={testId}
        onClick={toggle}
      >
        {children}
      </button>
      {at && (
        <PopupMenu
          at={at}
          items={items}
          label={label}
          opener={button}
          onClose={close}
          {...(menuTestId ? { testId: menuTestId } : {})}
        />
      )}
    </>
  )
}
