import { createPortal } from 'react-dom'
import { useText } from '../../lib/text/text.ts'
import { Glyph, levelGlyph } from '../../parts/icon/glyphs.tsx'
import { Icon } from '../../parts/icon/icons.tsx'
import { type Notice, useNotices } from './notices.ts'

function NoticeCard({ notice }: { notice: Notice }) {
  const { t } = useText()
  const close = useNotices((state) => state.close)
  const level = levelGlyph(notice.level)
  return (
    <div className={`fault-notice tone-${level}`} role={level === 'level4' ? 'alert' : 'status'}>
      <Glyph name={level} />
      <div className="grow">
        <b>{t('fault.warning')}</b>
        <p>{notice.text}</p>
      </div>
      <button type="button" className="bare" aria-label={t('action.close')} onClick={() => close(notice.id)}>
        <Icon name="cross" size={14} />
      </button>
    </div>
  )
}

/** Top right, plain text only (FB-7). */
export function NoticeHost() {
  const { t } = useText()
  const notices = useNotices((state) => state.notices)
  return createPortal(
    <section className="fault-notices" aria-label={t('fault.notices')}>
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </section>,
    document.body,
  )
}
