import { type PointerEvent, type RefObject, useEffect, useState } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { useDesigner } from '../designer.ts'

const WIDTH = 146
const HEIGHT = 92

interface Picture {
  /** Of the whole drawing, in its own pixels. */
  width: number
  height: number
  cards: readonly { x: number; y: number; w: number; h: number; look: string }[]
  view: { x: number; y: number; w: number; h: number }
}

function pictureOf(canvas: HTMLElement): Picture | null {
  const { scrollWidth: width, scrollHeight: height, clientWidth, clientHeight, scrollLeft, scrollTop } = canvas
  // A pixel more is a rounding, not something that is out of sight.
  if (width <= clientWidth + 1 && height <= clientHeight + 1) return null
  const origin = canvas.getBoundingClientRect()
  const cards = [...canvas.querySelectorAll<HTMLElement>('[data-node]')].map((card) => {
    const box = card.getBoundingClientRect()
    const look = card.classList.contains('wrong') ? 'wrong' : card.classList.contains('off') ? 'off' : ''
    return {
      x: box.left - origin.left + scrollLeft,
      y: box.top - origin.top + scrollTop,
      w: box.width,
      h: box.height,
      look,
    }
  })
  return { width, height, cards, view: { x: scrollLeft, y: scrollTop, w: clientWidth, h: clientHeight } }
}

/** The whole drawing small, with the frame that is in sight; nothing where all of it is. */
export function Minimap({ canvas, zoom }: { canvas: RefObject<HTMLDivElement | null>; zoom: number }) {
  const { t } = useText()
  const { model, way, problems } = useDesigner()
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    const place = canvas.current
    if (!place) return undefined
    const draw = () => setPicture(pictureOf(place))
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(place)
    place.addEventListener('scroll', draw, { passive: true })
    return () => {
      observer.disconnect()
      place.removeEventListener('scroll', draw)
    }
  }, [canvas, zoom, model, way, problems])
  if (!picture) return null
  const { width, height, cards, view } = picture
  const scale = Math.min(WIDTH / width, HEIGHT / height)
  const look = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    canvas.current?.scrollTo({
      left: (event.clientX - box.left) / scale - view.w / 2,
      top: (event.clientY - box.top) / scale - view.h / 2,
    })
  }
  return (
    <svg
      className="flow-minimap"
      role="img"
      aria-label={t('flow.minimap')}
      width={width * scale}
      height={height * scale}
      viewBox={`0 0 ${width} ${height}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        look(event)
      }}
      onPointerMove={(event) => event.buttons === 1 && look(event)}
    >
      {cards.map(({ x, y, w, h, look: as }, n) => (
        <rect key={n} x={x} y={y} width={w} height={h} rx={8} className={as} />
      ))}
      <rect className="view" x={view.x} y={view.y} width={view.w} height={view.h} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
