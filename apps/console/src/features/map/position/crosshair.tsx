import './crosshair.css'

/** The cross at the middle: dashed until there is a position, as everything that is only asked (docs/spec/look.md#1). */
export function Crosshair({ asked }: { asked: boolean }) {
  return (
    <svg className={asked ? 'crosshair asked' : 'crosshair'} viewBox="-24 -24 48 48" aria-hidden="true">
      <g className="crosshair-halo">
        <circle r="12" />
        <path d="M-22 0H-5M5 0H22M0-22V-5M0 5V22" />
      </g>
      <g className="crosshair-lines">
        <circle r="12" />
        <path d="M-22 0H-5M5 0H22M0-22V-5M0 5V22" />
      </g>
      <circle className="crosshair-dot" r="1.6" />
    </svg>
  )
}
