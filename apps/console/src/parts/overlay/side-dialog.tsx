import type { ReactNode } from 'react'
import { useText } from '../../lib/text/text.ts'
import { Button } from '../button/button.tsx'
import { ViewDrawer } from './view-drawer.tsx'

interface SideDialogProps {
  title: string
  width?: number
  extra?: ReactNode
  busy?: boolean
  /** Whether the dialog can be confirmed yet. */
  ready?: boolean
  confirmLabel?: string
  /** On the button meanwhile, where nothing is saved. */
  busyLabel?: string
  onConfirm?: () => void
  onClose: () => void
  children: ReactNode
}

/** A drawer with its footer fixed, 取消 left of 确定 (docs/spec/look.md#3). */
export function SideDialog(props: SideDialogProps) {
  const { title, width = 480, extra, busy = false, ready = true, confirmLabel, onConfirm, onClose, children } = props
  const { busyLabel } = props
  const { t } = useText()
  const footer = onConfirm && (
    <div className="form-footer">
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button kind="theme" disabled={busy || !ready} aria-busy={busy} onClick={onConfirm}>
        {busy ? (busyLabel ?? t('state.saving')) : (confirmLabel ?? t('action.confirm'))}
      </Button>
    </div>
  )
  return (
    <ViewDrawer title={title} width={width} extra={extra} footer={footer} onClose={onClose}>
      {children}
    </ViewDrawer>
  )
}
