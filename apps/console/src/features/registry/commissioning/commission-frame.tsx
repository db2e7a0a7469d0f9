import type { ReactNode } from 'react'
import { useLine } from '../../../lib/live/line.ts'
import { useText } from '../../../lib/text/text.ts'
import { bytesText } from '../../../lib/text/value-text.ts'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { useOutbox } from '../../../lib/kept/outbox.ts'
import { isCommissioningItem } from './outbox.ts'

const STEPS = [1, 2, 3, 4] as const

/** What is kept on the telephone, and that it goes out once. */
function LineBar() {
  const { t } = useText()
  const line = useLine()
  const waiting = useOutbox(
    ({ items }) => items.filter((item) => isCommissioningItem(item) && item.refused === undefined).length,
  )
  if (line.kind !== 'offline' && line.kind !== 'kept') return null
  return (
    <p className="commission-offline" role="status">
      <Icon name="broken" size={16} />
      <span>{waiting > 0 ? t('commission.offlineKept', { n: waiting }) : t('commission.offline')}</span>
    </p>
  )
}

/** What waits to be sent, and what the server refused. */
export function KeptNote() {
  const { t } = useText()
  const items = useOutbox((state) => state.items).filter(isCommissioningItem)
  if (items.length === 0) return null
  const what = [...new Set(items.map(({ deed }) => t(`commission.item.${deed}`)))].join(t('list.comma'))
  const size = bytesText(items.reduce((sum, { bytes }) => sum + bytes, 0))
  const refused = items.find((item) => item.refused !== undefined)?.refused
  return (
    <p className={refused ? 'commission-kept refused' : 'commission-kept'} role="status" data-testid="commission-kept">
      <Glyph name={refused ? 'level2' : 'pending'} />
      {refused ? t('commission.refused', { why: refused }) : t('commission.kept', { n: items.length, what, size })}
    </p>
  )
}

interface FrameProps {
  title: string
  step: (typeof STEPS)[number] | 'done'
  onBack?: (() => void) | undefined
  children: ReactNode
  /** At the thumb. */
  foot: ReactNode
}

/** A step: its name, how far it is, and its one main button at the thumb. */
export function CommissionFrame({ title, step, onBack, children, foot }: FrameProps) {
  const { t } = useText()
  const at = step === 'done' ? 5 : step
  return (
    <section className="commission" aria-label={title} data-testid={`commission-${step}`}>
      <header className="commission-head">
        {onBack && (
          <button type="button" className="flat" aria-label={t('commission.back')} onClick={onBack}>
            <Icon name="left" />
          </button>
        )}
        <h1>{title}</h1>
        <span className="t3 num">{step === 'done' ? t('commission.done') : `${step} / 4`}</span>
      </header>
      <div className="commission-steps" aria-hidden="true">
        {STEPS.map((one) => (
          <i key={one} className={one < at ? 'past' : one === at ? 'now' : ''} />
        ))}
      </div>
      <LineBar />
      <div className="commission-body">{children}</div>
      <footer className="commission-foot">{foot}</footer>
    </section>
  )
}
