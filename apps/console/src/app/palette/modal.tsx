import { type ReactNode, useEffect, useRef } from 'react'
import { useBackCloses } from '../../parts/overlay/back-closes.ts'
import { closePalette } from './palette-state.ts'

interface ModalProps {
  className: string
  label: string
  testId: string
  children: ReactNode
}

/** A native dialog: the browser traps the focus and restores it; a click outside or Escape closes it. */
export function Modal({ className, label, testId, children }: ModalProps) {
  const box = useRef<HTMLDialogElement>(null)
  useBackCloses(closePalette)
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
        closePalette()
      }}
      onPointerDown={(event) => event.target === box.current && closePalette()}
    >
      {children}
    </dialog>
  )
}
