import {
  type ChannelKind,
  type NoticeUserRow,
  noticeUserResource,
  pushRecordResource,
  testNoticeUser,
} from '@sluice/contract'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { CallFailure } from '../../lib/api/api-outcome.ts'
import { useMutation } from '../../lib/api/mutation.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Button } from '../../parts/button/button.tsx'
import { Glyph } from '../../parts/icon/glyphs.tsx'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'
import { ChannelAnswer, type ChannelTold, PATIENCE_MS } from './channel/channel-answer.tsx'

type Result = ChannelTold | { refused: string }

interface OneProps {
  kind: ChannelKind
  /** Where it reaches the person; a group chat and a program have no address of theirs. */
  address: string | null
  result: Result | undefined
  isSending: boolean
  busy: boolean
  onSend: () => void
}

/** One way to reach the person, and what came back. */
function One({ kind, address, result, isSending, busy, onSend }: OneProps) {
  const { t } = useText()
  const name = byName(`enum.channelKind.${kind}`)
  return (
    <li className="person-try">
      <div className="person-try-head">
        <span>
          <b>{name}</b>
          {address && <small>{address}</small>}
        </span>
        <Button
          disabled={busy}
          aria-busy={isSending}
          aria-label={t('personTest.sendBy', { channel: name })}
          onClick={onSend}
        >
          {t(isSending ? 'channel.sending' : result ? 'channel.again' : 'channel.send')}
        </Button>
      </div>
      {result &&
        ('refused' in result ? (
          <p className="person-try-refused" role="status">
            <Glyph name="failed" />
            <b>{result.refused}</b>
          </p>
        ) : kind === 'INAPP' && result.ok ? (
          <p className="person-try-refused" role="status">
            <Glyph name="done" />
            <b>{t('personTest.inApp')}</b>
          </p>
        ) : (
          <ChannelAnswer told={result} />
        ))}
    </li>
  )
}

const addressOf = (person: NoticeUserRow, kind: ChannelKind): string | null =>
  ({
    INAPP: person.userIdName,
    EMAIL: person.email,
    SMS: person.phone,
    VOICE: person.phone,
    DINGTALK: person.phone,
    WECOM: person.phone,
    WECHAT: person.wechatOpenId,
    WEBHOOK: null,
  })[kind] ?? null

/** Sends a real message to a person by each of their channels, one after the other, and shows what came back. */
export function PersonTest({
  person,
  onClose,
}: {
  person: NoticeUserRow & { userIdName?: string | null }
  onClose: () => void
}) {
  const { t } = useText()
  const { busy, mutate } = useMutation(noticeUserResource.name, pushRecordResource.name)
  const [results, setResults] = useState<Partial<Record<ChannelKind, Result>>>({})
  const [sending, setSending] = useState<ChannelKind | null>(null)
  async function sendBy(kind: ChannelKind): Promise<void> {
    setSending(kind)
    setResults((known) => ({ ...known, [kind]: undefined }))
    try {
      const told = await call(
        testNoticeUser,
        { id: person.id, channel: kind },
        { timeoutMs: PATIENCE_MS, inPlace: true },
      )
      setResults((known) => ({ ...known, [kind]: told }))
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error
      setResults((known) => ({ ...known, [kind]: { refused: error.message } }))
    } finally {
      setSending(null)
    }
  }
  // One that is refused keeps none of the others from being tried.
  const send = (kinds: readonly ChannelKind[]) =>
    mutate(async () => {
      for (const kind of kinds) await sendBy(kind)
    })
  const kinds = person.channels
  const several = kinds.length > 1 ? { confirmLabel: t('personTest.sendAll'), onConfirm: () => void send(kinds) } : {}
  return (
    <SideDialog
      title={t('personTest.title', { name: person.name })}
      busy={busy}
      busyLabel={t('channel.sending')}
      {...several}
      onClose={onClose}
    >
      <p className="hint">{t('personTest.intro')}</p>
      <ul className="person-tries">
        {kinds.map((kind) => (
          <One
            key={kind}
            kind={kind}
            address={addressOf(person, kind)}
            result={results[kind]}
            isSending={sending === kind}
            busy={busy}
            onSend={() => void send([kind])}
          />
        ))}
      </ul>
    </SideDialog>
  )
}
