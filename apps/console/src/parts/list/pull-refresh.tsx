import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePhone } from '../../lib/page/width.ts'
import { useText } from '../../lib/text/text.ts'
import './pull-refresh.css'

/** How far the list follows a finger, and from where on it is asked for again. */
const PULL = { mostPx: 96, enoughPx: 64 }
/** The list comes half as far as the finger, as everywhere on phones. */
const RESISTANCE = 0.5

interface PullRefreshProps {
  /** What the finger pulls. */
  place: RefObject<HTMLElement | null>
  busy: boolean
  onRefresh: () => void
}

/** Pulled down from its top on a touch screen, a list is fetched again; it says what letting go would do. */
export function PullRefresh({ place, busy, onRefresh }: PullRefreshProps) {
  const { t } = useText()
  const phone = usePhone()
  const [pulled, setPulled] = useState(0)
  const [asked, setAsked] = useState(false)
  const refresh = useRef(onRefresh)
  useEffect(() => {
    refresh.current = onRefresh
  })
  useEffect(() => {
    if (!busy) setAsked(false)
  }, [busy])
  useEffect(() => {
    const list = place.current
    if (!phone || !list) return
    return listen(list, setPulled, () => {
      setAsked(true)
      refresh.current()
    })
  }, [phone, place])
  const running = asked && busy
  if (pulled === 0 && !running) return null
  const said = running ? 'list.pullBusy' : pulled >= PULL.enoughPx ? 'list.pullLoose' : 'list.pull'
  return (
    <div className="pull-refresh" role="status" style={running ? undefined : { height: pulled }}>
      {t(said)}
    </div>
  )
}

/** Follows one finger that began at the top of the page and goes down more than sideways. */
function listen(list: HTMLElement, onPull: (px: number) => void, onEnough: () => void): () => void {
  let begun: { x: number; y: number } | null = null
  let pulled = 0
  const pull = (px: number) => {
    pulled = px
    onPull(px)
  }
  const start = ({ touches }: TouchEvent) => {
    const [finger] = touches
    begun = touches.length === 1 && window.scrollY <= 0 ? { x: finger!.clientX, y: finger!.clientY } : null
  }
  const move = (event: TouchEvent) => {
    if (!begun) return
    const { clientX, clientY } = event.touches[0]!
    const down = clientY - begun.y
    if (pulled === 0 && Math.abs(clientX - begun.x) >= down) {
      // Up is a scroll, sideways a swipe of a row: neither becomes a pull later on.
      if (down !== 0 || clientX !== begun.x) begun = null
      return
    }
    // The browser's own pull would load the whole page again.
    if (event.cancelable) event.preventDefault()
    pull(Math.min(PULL.mostPx, Math.max(0, down * RESISTANCE)))
  }
  const end = () => {
    const isEnough = begun !== null && pulled >= PULL.enoughPx
    begun = null
    if (pulled > 0) pull(0)
    if (isEnough) onEnough()
  }
  const cancel = () => {
    begun = null
    if (pulled > 0) pull(0)
  }
  list.addEventListener('touchstart', start, { passive: true })
  list.addEventListener('touchmove', move, { passive: false })
  list.addEventListener('touchend', end)
  list.addEventListener('touchcancel', cancel)
  return () => {
    list.removeEventListener('touchstart', start)
    list.removeEventListener('touchmove', move)
    list.removeEventListener('touchend', end)
    list.removeEventListener('touchcancel', cancel)
  }
}
