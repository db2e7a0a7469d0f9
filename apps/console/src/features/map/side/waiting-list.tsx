import type { Waiting, WaitingItem } from '@sluice/contract'
import type { KeyboardEvent } from 'react'
import { useReadNow } from '../../../domain/command/read-now.ts'
import { useTaking } from '../../../domain/waiting/taking.ts'
import { detailOf, keyOf, SIGN_FACES, titleOf } from '../../../domain/waiting/waiting.ts'
import { showAge, showTime, useNow } from '../../../lib/time/clock.ts'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { devices, useMap } from '../map-state.ts'
import { silentSlaves } from './device-filter.ts'
import './waiting-list.css'

type Show = (id: string) => void

/** A hollow ring with the number of those that are silent together. */
function Sign({ item }: { item: WaitingItem }) {
  const { glyph, tone } = SIGN_FACES[item.sign]
  if (item.n > 0) {
    return (
      <span className={`side-glyph side-ring num tone-${tone}`} aria-hidden="true">
        {item.n > 99 ? '99+' : item.n}
      </span>
    )
  }
  return (
    <span className={`side-glyph tone-${tone}`}>
      <Glyph name={glyph} />
    </span>
  )
}

function Words({ item }: { item: WaitingItem }) {
  return (
    <span className="side-words">
      <b className="clip">{titleOf(item)}</b>
      <small className="clip">{detailOf(item)}</small>
    </span>
  )
}

/** Shows the device, or of a group its devices in the list. */
function openItem(item: WaitingItem, onShow: Show): void {
  if (item.kind === 'SILENCE') useMap.setState({ spot: silentSlaves(devices, item.id, item.deptId), panel: 'list' })
  else onShow(item.deviceId)
}

function WaitingRow({ item, onShow }: { item: WaitingItem; onShow: Show }) {
  const { t } = useText()
  const now = useNow(10_000)
  const { mayTake, take } = useTaking()
  const read = useReadNow()
  const act =
    item.kind === 'COMMAND'
      ? read && { label: t('waiting.read'), onClick: () => read(item.deviceId, titleOf(item)) }
      : mayTake && { label: t('waiting.take'), onClick: () => take(item) }
  const keys = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'a' || event.ctrlKey || event.metaKey || event.altKey || !act) return
    event.preventDefault()
    act.onClick()
  }
  return (
    <li className="side-wait" data-testid="map-waiting" data-kind={item.kind} data-id={item.id} onKeyDown={keys}>
      <button type="button" className="flat side-item" onClick={() => openItem(item, onShow)}>
        <Sign item={item} />
        <Words item={item} />
        <small className="num side-age">{showAge(item.since, now)}</small>
      </button>
      {act && (
        <Button className="small side-act" onClick={act.onClick} aria-keyshortcuts="a">
          {act.label}
        </Button>
      )}
    </li>
  )
}

function TakenRow({ item, onShow }: { item: WaitingItem; onShow: Show }) {
  return (
    <li className="side-taken" data-testid="map-taken" data-id={item.id}>
      <button type="button" className="flat side-item" onClick={() => openItem(item, onShow)}>
        <Sign item={item} />
        <Words item={item} />
        <small className="num side-by">
          {item.takenBy}
          <br />
          {item.takenTime && showTime(item.takenTime, '{h}:{i}')}
        </small>
      </button>
    </li>
  )
}

/** What waits for somebody, the most urgent first; below it, in grey, what somebody has taken. */
export function WaitingList({ waiting, onShow }: { waiting: Waiting | undefined; onShow: Show }) {
  const { t } = useText()
  const now = useNow(10_000)
  if (!waiting) return null
  const { total, list, taken, takenList, lastTime } = waiting
  return (
    <ul className="side-items" data-testid="map-attention">
      {total === 0 && (
        <li className="side-none">
          {t('map.allWell')}
          {lastTime && <span> {t('waiting.last', { age: showAge(lastTime, now) })}</span>}
        </li>
      )}
      {list.map((item) => (
        <WaitingRow key={keyOf(item)} item={item} onShow={onShow} />
      ))}
      {total > list.length && (
        <li className="side-none">{t('waiting.more', { n: formatNumber(total - list.length, 0) })}</li>
      )}
      {taken > 0 && (
        <li className="side-part">
          {t('waiting.taken')} <span className="num">{formatNumber(taken, 0)}</span>
        </li>
      )}
      {takenList.map((item) => (
        <TakenRow key={keyOf(item)} item={item} onShow={onShow} />
      ))}
      <li className="side-none side-what">{t('waiting.what')}</li>
    </ul>
  )
}
