import { useState } from 'react'
import { Link } from 'react-router'
import { usePermission } from '../../../lib/access/access.tsx'
import { useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { TailRow } from '../byte-log/tail-rows.tsx'
import { useTail } from '../byte-log/use-tail.ts'
import { CommandForm } from './command-form.tsx'
import '../byte-log/byte-log.css'

/** The bytes that went to and fro since the command was sent, taken apart as they come. */
function Replies({ deviceId, since }: { deviceId: string; since: number }) {
  const { t } = useText()
  const { state } = useTail({ deviceId })
  const [open, setOpen] = useState<number | null>(null)
  // The clock of the server may be a little behind ours.
  const lines = state.lines.filter(({ ts }) => Date.parse(ts) > since - 2_000)
  if (lines.length === 0) return <EmptyState text={t('commandPage.waiting')} />
  return (
    <ol className="tail-lines command-replies">
      {lines.map((line) => (
        <TailRow
          key={line.seq}
          line={line}
          bytes={undefined}
          isOpen={open === line.seq}
          onToggle={(seq) => setOpen(open === seq ? null : seq)}
          onFilter={() => setOpen(null)}
        />
      ))}
    </ol>
  )
}

/** 下发指令 inside the console: the form, and beside it what the device answers. */
export default function CommandPageScreen() {
  const { t } = useText()
  const maySend = usePermission(['netty:cmd:send'])
  const mayWatch = usePermission(['byteLog:list'])
  const mayIssue = usePermission(['operatorKey:list'])
  const [sent, setSent] = useState<{ deviceId: string; since: number } | null>(null)
  const beside = mayIssue && <Link to="/netty/operator-key">{t('commandPage.keys')}</Link>
  return (
    <div className={maySend && mayWatch ? 'command-page' : 'command-page narrow'}>
      <Section title={t('commandPage.title')} beside={beside} label={t('commandPage.title')}>
        <CommandForm onSent={(deviceId) => setSent({ deviceId, since: Date.now() })} />
      </Section>
      {maySend && mayWatch && (
        <Section title={t('commandPage.replies')} label={t('commandPage.replies')}>
          {sent ? <Replies key={sent.since} {...sent} /> : <EmptyState text={t('commandPage.noReplies')} />}
        </Section>
      )}
    </div>
  )
}
