import { blockingAt, type RefusalGroup, refusalGroups } from '@sluice/contract'
import { Link } from 'react-router'
import { useState } from 'react'
import { Permission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Section } from '../../../parts/section/section.tsx'

const EVERY_MS = 5000

/** Where they come from; what is blocked already, or counted for many together, has nothing to block. */
function addressesOf({ reason, senders }: RefusalGroup): string[] {
  if (reason === 'BLOCKED') return []
  return [...new Set(senders.map(({ remote }) => remote))].filter((remote) => /[.:]/.test(remote))
}

function Group({ group, isOn, onChoose }: { group: RefusalGroup; isOn: boolean; onChoose: () => void }) {
  const { t } = useText()
  const { reason, count, senders, more } = group
  const all = senders.map(({ name, remote, count: n }) => t('byteLog.sender', { name: name || remote, n }))
  const named = all.join(t('list.comma'))
  return (
    <li className={isOn ? 'on' : ''}>
      <p className="row between">
        <span className="row tight">
          <span className="word-level4">
            <Glyph name="failed" />
          </span>
          <b>{byName(`enum.refusalReason.${reason}`, reason)}</b>
        </span>
        <b className="num">{count}</b>
      </p>
      <p className="t2">{more > 0 ? t('byteLog.moreSenders', { named, n: more }) : named}</p>
      <p className="t3">{byName(`refusal.hint.${reason}`, '')}</p>
      <p className="row wrap">
        <Button kind="link" aria-pressed={isOn} onClick={onChoose}>
          {t(isOn ? 'byteLog.allLines' : 'byteLog.theirLines', { n: count })}
        </Button>
        {reason === 'UNKNOWN_DEVICE' && <Link to="/device/unknown">{t('byteLog.adopt')}</Link>}
        <Permission roles={['blockedAddress:block']}>
          {addressesOf(group).map((remote) => (
            <Link key={remote} to={blockingAt(remote)}>
              {t('byteLog.block', { remote })}
            </Link>
          ))}
        </Permission>
      </p>
    </li>
  )
}

/** What was refused recently, grouped by cause: whose it is, what it means, what to do. The order stands while one reads. */
export function RefusalPanel({
  chosen,
  onChoose,
}: {
  chosen: string | undefined
  onChoose: (reason?: string) => void
}) {
  const { t } = useText()
  const [isRead, setRead] = useState(false)
  const found = useAnswer(refusalGroups, {}, { everyMs: isRead ? 600_000 : EVERY_MS, silent: true })
  const groups = found.data ?? []
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <Section
      className="refusal-panel"
      label={t('byteLog.refusals')}
      title={t('byteLog.refusals')}
      beside={
        <>
          <small className="t3">{t('byteLog.refusedRecently', { n: total, causes: groups.length })}</small>
          <Link className="end" to="/device/refusal">
            {t('byteLog.allRefusals')}
          </Link>
        </>
      }
    >
      <Fetched query={found} rows={4} empty={<p className="hint">{t('byteLog.noRefusals')}</p>}>
        {(list) => (
          <ul onPointerEnter={() => setRead(true)} onPointerLeave={() => setRead(false)}>
            {list.map((group) => {
              const isOn = chosen === group.reason
              return (
                <Group
                  key={group.reason}
                  group={group}
                  isOn={isOn}
                  onChoose={() => onChoose(isOn ? undefined : group.reason)}
                />
              )
            })}
          </ul>
        )}
      </Fetched>
    </Section>
  )
}
