import { useText } from '../../lib/text/text.ts'
import { type Toast, type ToastKind, useToasts } from '../../lib/page/toast.ts'
import { Glyph, type GlyphName } from '../icon/glyphs.tsx'
import { Icon } from '../icon/icons.tsx'

const GLYPHS: Record<ToastKind, GlyphName> = {
  success: 'done',
  sent: 'pending',
  warning: 'level2',
  error: 'failed',
  info: 'level1',
}

function ToastCard({ shown }: { shown: Toast }) {
  const { t } = useText()
  const dismiss = useToasts((state) => state.dismiss)
  const isHeld = shown.kind === 'error' || shown.action?.stays === true
  return (
    <div className={`toast toast-${shown.kind}`} role={isHeld ? 'alert' : 'status'}>
      <Glyph name={GLYPHS[shown.kind]} />
      <span>{shown.text}</span>
      {shown.action && (
        <button
          type="button"
          className="link toast-action"
          onClick={() => {
            dismiss(shown.id)
            shown.action?.onClick()
          }}
        >
          {shown.action.label}
        </button>
      )}
      {isHeld && (
        <button type="button" className="bare" aria-label={t('action.close')} onClick={() => dismiss(shown.id)}>
          <Icon name="cross" size={14} />
        </button>
      )}
    </div>
  )
}

/** Top centre, plain text only (ER-15). */
export function ToastHost() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <div className="toasts">
      {toasts.map((shown) => (
        <ToastCard key={shown.id} shown={shown} />
      ))}
    </div>
  )
}
