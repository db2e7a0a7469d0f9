import { Drawer } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useBackCloses } from './back-closes.ts'
import { useText } from '../../lib/text/text.ts'

interface ViewDrawerProps {
  title: ReactNode
  width: number
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

/** A drawer inside its view, so that it is hidden with its tab (TB-13). */
export function ViewDrawer({ title, width, footer, onClose, children }: ViewDrawerProps) {
  const { t } = useText()
  useFocusBack()
  useBackCloses(onClose)
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
      getContainer={false}
      rootStyle={{ position: 'fixed' }}
      closable={{ placement: 'end', 'aria-label': t('action.close') }}
      footer={footer}
    >
      {children}
    </Drawer>
  )
}
