import { type KeyboardEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { useBackCloses } from './back-closes.ts'

interface ModalProps {
  className: string
  label: string
  testId?: string
  onClose: () => void
  onKeyDown?: KeyboardEventHandler
  children: ReactNode
}

/** A native dialog: the browser traps the focus and restores it; a click outside, Escape or Back closes it. */
export function Modal({ className, label, testId, onClose, onKeyDown, children }: ModalProps) {
  const box = useRef<HTMLDialogElement>(null)
  useBackCloses(onClose)
  useEffect(() => {
    const dialog = box.current!
    const opener = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={box}
      className={className}
      aria-label={label}
      data-testid={testId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.target === box.current && onClose()}
    >
      {children}
    </dialog>
  )
}
