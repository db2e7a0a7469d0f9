import type { OutputOf, testNoticeChannel } from '@sluice/contract'
import { useText } from '../../../lib/text/text.ts'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { becauseText } from './channel-state.tsx'
import './channel.css'

export type ChannelTold = OutputOf<typeof testNoticeChannel>

/** A mail server that is slow takes longer than other calls may. */
export const PATIENCE_MS = 30_000

/** What the other side said, word for word. */
export function ChannelAnswer({ told }: { told: ChannelTold }) {
  const { t } = useText()
  return (
    <div className="channel-told" role="status">
      <p>
        <Glyph name={told.ok ? 'done' : 'failed'} />
        <b>
          {told.ok
            ? t('channel.arrived', { ms: told.tookMs })
            : t('channel.refused', { because: becauseText(t, told.because ?? '') })}
        </b>
      </p>
      {told.retry && <p className="hint">{t('channel.later')}</p>}
      {told.answer === null ? (
        <p className="hint">{t('channel.noAnswer')}</p>
      ) : (
        <>
          <p className="hint">{t('channel.answer')}</p>
          <pre className="channel-answer mono">{told.answer}</pre>
        </>
      )}
    </div>
  )
}
