import { Drawer } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useBackCloses } from './back-closes.ts'
import { useText } from '../../lib/text/text.ts'

interface ViewDrawerProps {
  title: ReactNode
  width: number
  /** In the head, before the button that closes. */
  extra?: ReactNode
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * The element that had the focus when a drawer opened gets it back when it closes, unless the focus has moved elsewhere
 * (docs/spec/look.md#8).
 */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
}

const FIELDS = 'form :is(input, textarea, select):not([type="hidden"], [type="file"], :disabled)'

/**
 * The first field of the drawer's form takes the focus, unless a person is in one already. Not where it would bring up
 * the keyboard of a phone, which covers the form before it was read.
 */
function useFirstField() {
  const panel = useRef<HTMLDivElement>(null)
  const focus = useCallback(() => {
    if (window.matchMedia('(pointer: coarse)').matches) return
    const fields = [...(panel.current?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
    if (!fields.some((field) => field === document.activeElement)) fields[0]?.focus({ preventScroll: true })
  }, [])
  return { panel, focus }
}

/** A drawer inside its view, so that it is hidden with its tab (TB-13). */
export function ViewDrawer({ title, width, extra, footer, onClose, children }: ViewDrawerProps) {
  const { t } = useText()
  useFocusBack()
  useBackCloses(onClose)
  const first = useFirstField()
  return (
    <Drawer
      open
      size={width}
      title={title}
      onClose={(event) => {
        // The same Escape would also close the question that closing may ask.
        event.preventDefault()
        onClose()
      }}
      panelRef={first.panel}
      afterOpenChange={(open) => open && first.focus()}
      getContainer={false}
      rootStyle={{ position: 'fixed' }}
      closable={{ placement: 'end', 'aria-label': t('action.close') }}
      extra={extra}
      footer={footer}
    >
      {children}
    </Drawer>
  )
}
