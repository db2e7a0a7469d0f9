import { createPortal } from 'react-dom'
import { useText } from '../../lib/text/text.ts'
import { Modal } from './modal.tsx'
import './action-sheet.css'

interface SheetAction {
  key: string
  label: string
  danger?: boolean
  /** Why it cannot be used now: said beside it. */
  because?: string | null
  onClick: () => void
}

interface ActionSheetProps {
  title: string
  actions: readonly SheetAction[]
  onClose: () => void
}

/** The actions of a row at the lower edge of a phone, where the thumb is; what destroys stands last. */
export function ActionSheet({ title, actions, onClose }: ActionSheetProps) {
  const { t } = useText()
  const sorted = actions.toSorted((a, b) => Number(a.danger ?? false) - Number(b.danger ?? false))
  return createPortal(
    <Modal
      className="action-sheet"
      label={t('list.more', { name: title })}
      onClose={onClose}
      // The row below would take the keys as its own.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 className="clip">{title}</h2>
      {sorted.map(({ key, label, danger, because, onClick }) => (
        <button
          key={key}
          type="button"
          className={danger ? 'danger' : undefined}
          disabled={Boolean(because)}
          onClick={() => {
            onClose()
            onClick()
          }}
        >
          {label}
          {because && <small>{because}</small>}
        </button>
      ))}
      <button type="button" className="action-sheet-close" onClick={onClose}>
        {t('action.cancel')}
      </button>
    </Modal>,
    document.body,
  )
}
