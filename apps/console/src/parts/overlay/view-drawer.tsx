import { Drawer } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../lib/text/text.ts'

interface ViewDrawerProps {
  title: ReactNode
  width: number
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

/**
 * What had the focus when a drawer opened has it again when it is gone, unless it went elsewhere (docs/spec/look.md#8).
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

/** A drawer that lives inside its view, so that it hides with its tab (TB-13). */
export function ViewDrawer({ title, width, footer, onClose, children }: ViewDrawerProps) {
  const { t } = useText()
  useFocusBack()
  return (
    <Drawer
      open
      size={width}
      title={title}
      onClose={(event) => {
        // The same Escape would at once close the question that closing may ask.
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
