import { deviceResource, type WaitingItem } from '@sluice/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTaking } from '../../domain/waiting/taking.ts'
import { detailOf, keyOf, titleOf, useWaiting } from '../../domain/waiting/waiting.ts'
import { usePages } from '../../lib/api/answer.ts'
import { usePhone } from '../../lib/page/width.ts'
import { formatNumber } from '../../lib/text/reading-format.ts'
import { useText } from '../../lib/text/text.ts'
import { showAge, useNow } from '../../lib/time/clock.ts'
import { Button } from '../../parts/button/button.tsx'

/** Slaves of one master that are silent together, and which they are. */
export interface SilentGroup {
  item: WaitingItem
  slaves: readonly { id: string; name: string }[]
}

/** More slaves than these are not listed: their number stands in the row. */
const MOST_SLAVES = 100

const NONE: readonly WaitingItem[] = []

/** On a phone, the silent slaves that wait for somebody, by their master. */
export function useSilentGroups(): readonly SilentGroup[] {
  const phone = usePhone()
  const waiting = useWaiting()
  const items = phone ? (waiting.data?.list.filter(({ kind }) => kind === 'SILENCE') ?? NONE) : NONE
  const answers = usePages(
    deviceResource,
    items.map(({ id, deptId }) => ({ masterId: id, deptId, status: 'OFFLINE', limit: MOST_SLAVES })),
    { follows: (at) => [items[at]!.n], silent: true },
  )
  return items.map((item, at) => ({
    item,
    slaves: (answers[at]?.data?.list ?? []).filter((slave) => slave.deptId === item.deptId),
  }))
}

function Group({ item, slaves }: SilentGroup) {
  const { t } = useText()
  const now = useNow(10_000)
  const [isOpen, setOpen] = useState(false)
  const { mayTake, take } = useTaking()
  return (
    <li className="silent-group">
      <div className="silent-row">
        <button type="button" className="flat silent-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className="silent-ring num tone-offline" aria-hidden="true">
            {formatNumber(item.n, 0)}
          </span>
          <span className="silent-words">
            <b className="clip">{titleOf(item)}</b>
            <span className="clip">{detailOf(item)}</span>
            <small className="num">{showAge(item.since, now)}</small>
          </span>
        </button>
        {mayTake && <Button onClick={() => take(item)}>{t('waiting.take')}</Button>}
      </div>
      {isOpen && (
        <ul className="silent-slaves">
          {slaves.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/device/detail/${id}`}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** One row for each master whose slaves are silent together: it opens to them, and taking it takes all. */
export function SilentGroups({ groups }: { groups: readonly SilentGroup[] }) {
  if (groups.length === 0) return null
  return (
    <ul className="silent-groups">
      {groups.map((group) => (
        <Group key={keyOf(group.item)} {...group} />
      ))}
    </ul>
  )
}
