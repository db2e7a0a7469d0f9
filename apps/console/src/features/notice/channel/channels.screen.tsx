import { CHANNEL_SHAPES, type NoticeChannel, noticeChannels, type WireKind } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { answerKey, useAnswer } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Age } from '../../../parts/reading/reading.tsx'
import { Fact, Facts } from '../../../parts/section/facts.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { NoticeTab } from '../notice-tabs.tsx'
import { ChannelForm } from './channel-form.tsx'
import { becauseText, ChannelState } from './channel-state.tsx'
import { ChannelTest } from './channel-test.tsx'
import './channel.css'

/** A failure of now may be over when somebody looks. */
const AGAIN_MS = 15_000

/** Where messages of a channel go, as far as everybody may know. */
function goesTo({ kind, settings }: NoticeChannel): string {
  const place = Object.entries(CHANNEL_SHAPES[kind].settings).find(([, { kind: of }]) => of === 'url' || of === 'host')
  const address = String(settings[place?.[0] ?? ''] ?? '')
  return URL.parse(address)?.host ?? address
}

function LastSent({ last }: Pick<NoticeChannel, 'last'>) {
  const { t } = useText()
  if (!last) return <span className="t3">{t('channel.never')}</span>
  return (
    <span className="channel-last">
      <span>
        {last.test && <span className="t3">{t('channel.lastTest')} </span>}
        <Age time={last.time} />
      </span>
      {last.because !== null && <span className="channel-because">{becauseText(t, last.because)}</span>}
    </span>
  )
}

interface CardProps {
  channel: NoticeChannel
  onSetUp: () => void
  onTry: () => void
}

function ChannelCard({ channel, onSetUp, onTry }: CardProps) {
  const { t } = useText()
  const { kind, version, last } = channel
  const [maySetUp, mayTry] = [usePermission(['noticeChannel:update']), usePermission(['noticeChannel:test'])]
  const name = t(`enum.channelKind.${kind}`)
  return (
    <Section className="channel" label={name} title={name} beside={<ChannelState channel={channel} />}>
      <p className="hint">{t(`channel.about.${kind}`)}</p>
      {version !== null && (
        <Facts look="lines">
          <Fact name={t('channel.goesTo')} className="channel-place">
            {goesTo(channel)}
          </Fact>
          <Fact name={t('channel.last')}>
            <LastSent last={last} />
          </Fact>
        </Facts>
      )}
      <div className="channel-buttons">
        {maySetUp && (
          <Button icon="pencil" onClick={onSetUp}>
            {t('channel.setUp')}
          </Button>
        )}
        {mayTry && channel.configured && <Button onClick={onTry}>{t('channel.try')}</Button>}
      </div>
    </Section>
  )
}

/** Ways in which messages leave the platform: how each fares, its settings, and a test. */
export default function ChannelsScreen() {
  const { t } = useText()
  const client = useQueryClient()
  const channels = useAnswer(noticeChannels, {}, { everyMs: AGAIN_MS })
  const [open, setOpen] = useState<{ kind: WireKind; as: 'form' | 'test' } | null>(null)
  const close = () => setOpen(null)
  const again = () => client.invalidateQueries({ queryKey: answerKey(noticeChannels) })
  return (
    <NoticeTab>
      <p className="hint notice-intro">{t('channel.intro')}</p>
      <Fetched query={channels} rows={8} card>
        {(list) => (
          <>
            <div className="channel-cards">
              {list.map((channel) => (
                <ChannelCard
                  key={channel.kind}
                  channel={channel}
                  onSetUp={() => setOpen({ kind: channel.kind, as: 'form' })}
                  onTry={() => setOpen({ kind: channel.kind, as: 'test' })}
                />
              ))}
            </div>
            {list.map((channel) =>
              channel.kind !== open?.kind ? null : open.as === 'form' ? (
                <ChannelForm key={channel.kind} channel={channel} onSaved={again} onClose={close} />
              ) : (
                <ChannelTest key={channel.kind} kind={channel.kind} onTold={again} onClose={close} />
              ),
            )}
          </>
        )}
      </Fetched>
    </NoticeTab>
  )
}
