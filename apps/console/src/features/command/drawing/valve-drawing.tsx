import { type ReactNode, useId } from 'react'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import {
  BORE,
  FLOOR,
  GATE,
  H,
  labelLevels,
  levelOf,
  PIPE,
  SCALE,
  showsEnd,
  speedOf,
  streamlines,
  TOP,
  W,
} from './gate-geometry.ts'
import { drawingWords, type Measured } from './drawing-words.ts'

export interface ValveDrawingProps {
  /** Percent, as last reported; null when it never reported. */
  reported: number | null
  /** Percent that is commanded and not proven. */
  target: number | null
  inlet: Measured | null
  outlet: Measured | null
  flow: Measured | null
  /** The values are old: no water, hatching, grey (docs/spec/look.md#6.3). */
  stale: boolean
}

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <linearGradient id={`${id}steel`} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="var(--steel2)" />
        <stop offset=".35" stopColor="var(--steel)" />
        <stop offset="1" stopColor="var(--steel2)" />
      </linearGradient>
      <pattern id={`${id}ask`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--steel)" />
        <path d="M0 0v5" stroke="var(--ink)" strokeWidth="1.6" />
      </pattern>
      <pattern id={`${id}old`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" stroke="var(--steel3)" />
      </pattern>
      <linearGradient id={`${id}after`} x1="0" x2="1" y1="0" y2="0">
        <stop offset="0" stopColor="var(--water)" />
        <stop offset=".7" stopColor="var(--water2)" />
      </linearGradient>
      <clipPath id={`${id}bonnet`}>
        <rect x="0" y="17" width={W} height={H} />
      </clipPath>
    </defs>
  )
}

/** Water is drawn where a reading proves it, and nowhere else. */
function Water({ id, edge, inlet, outlet, flow, stale }: ValveDrawingProps & { id: string; edge: number }) {
  if (stale) {
    return (
      <>
        <rect x="0" y={TOP} width={PIPE} height={BORE} fill="var(--sunken)" />
        <rect x="0" y={TOP} width={PIPE} height={BORE} fill={`url(#${id}old)`} />
      </>
    )
  }
  const flows = flow !== null && flow.value > 0
  const before = flows || (inlet !== null && inlet.value > 0)
  const after = flows || (outlet !== null && outlet.value > 0.02)
  const passes = edge < FLOOR && flows
  const behind = passes ? `url(#${id}after)` : after ? 'var(--water)' : outlet === null ? null : 'var(--water2)'
  const speed = speedOf(flow?.value ?? null)
  return (
    <>
      <rect x="0" y={TOP} width={PIPE} height={BORE} fill="var(--sunken)" />
      {before && <rect x="0" y={TOP} width={GATE} height={BORE} fill="var(--water)" />}
      {behind && <rect x={GATE} y={TOP} width={PIPE - GATE} height={BORE} fill={behind} />}
      {passes && (
        <g className={`streams streams-${speed}`}>
          {streamlines(edge).map((line, at) => (
            <path key={at} d={line} strokeDashoffset={at * 7} />
          ))}
        </g>
      )}
    </>
  )
}

function Body({ id }: { id: string }) {
  return (
    <>
      <rect x="0" y={TOP - 9} width={PIPE} height="9" fill={`url(#${id}steel)`} />
      <rect x="0" y={FLOOR} width={PIPE} height="9" fill={`url(#${id}steel)`} />
      <rect x="0" y={TOP - 14} width="7" height={BORE + 28} rx="1.5" fill="var(--steel2)" />
      <rect x={PIPE - 7} y={TOP - 14} width="7" height={BORE + 28} rx="1.5" fill="var(--steel2)" />
      <path d={`M${GATE - 19} ${TOP}V18h38V${TOP}`} fill="var(--surface)" stroke="var(--steel2)" strokeWidth="2" />
      <rect x={GATE - 26} y={TOP - 13} width="52" height="6" rx="1.5" fill="var(--steel2)" />
    </>
  )
}

/** The gate at its reported position; the commanded one is hatched on it, or dashed below it. */
function Gate({ id, reported, target }: { id: string; reported: number; target: number | null }) {
  const edge = levelOf(reported)
  const asked = target === null ? edge : levelOf(target)
  return (
    <>
      <g clipPath={`url(#${id}bonnet)`}>
        <g className="gate" style={{ transform: `translateY(${edge}px)` }}>
          <rect x={GATE - 10} y="-88" width="20" height="88" rx="2" fill="var(--steel3)" />
          <rect x={GATE - 11} y="-4" width="22" height="4" rx="1" fill="var(--ink)" />
        </g>
        {asked < edge && (
          <rect
            x={GATE - 10}
            y={asked}
            width="20"
            height={Math.max(0, edge - asked - 4)}
            fill={`url(#${id}ask)`}
            opacity=".85"
          />
        )}
      </g>
      {asked > edge && (
        <rect
          x={GATE - 10}
          y={edge}
          width="20"
          height={asked - edge}
          fill="none"
          stroke="var(--ink)"
          strokeWidth="1.6"
          strokeDasharray="4 3"
        />
      )}
      <rect x={GATE - 24} y="3" width="48" height="16" rx="4" fill="var(--cmd)" />
      <path
        d={`M${GATE - 8} 11h16`}
        stroke="var(--on-ink)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="3 3.4"
      />
    </>
  )
}

function Label({ y, value, word, tone }: { y: number; value: number; word: string; tone: string }) {
  return (
    <text x={SCALE + 15} y={y + 4.5} fontSize="13" fontWeight="600" fill={tone} className="num">
      {formatNumber(value, 0)}
      <tspan fontWeight="400" fontSize="11" fill="var(--t2)">
        {` ${word}`}
      </tspan>
    </text>
  )
}

function Scale({ reported, target, stale }: Pick<ValveDrawingProps, 'reported' | 'target' | 'stale'>) {
  const { t } = useText()
  const labels = labelLevels(reported, target)
  const tone = stale ? 'var(--t3)' : 'var(--ink)'
  return (
    <>
      <path d={`M${SCALE} ${TOP}V${FLOOR}`} stroke="var(--line2)" strokeWidth="1.5" />
      {Array.from({ length: 11 }, (_, at) => (
        <path key={at} d={`M${SCALE} ${levelOf(at * 10)}h${at % 5 === 0 ? 8 : 4}`} stroke="var(--t3)" />
      ))}
      {showsEnd(0, [reported, target]) && (
        <text x={SCALE + 13} y={FLOOR + 13} fontSize="11" fill="var(--t3)" className="num">
          0 {t('drawing.shut')}
        </text>
      )}
      {showsEnd(100, [reported, target]) && (
        <text x={SCALE + 13} y={TOP - 5} fontSize="11" fill="var(--t3)" className="num">
          100 {t('drawing.open')}
        </text>
      )}
      {reported !== null && (
        <>
          <path
            d={`M${GATE + 12} ${levelOf(reported)}H${SCALE}`}
            stroke={stale ? 'var(--steel3)' : '#fff'}
            strokeOpacity=".9"
          />
          <path d={`M${SCALE + 1} ${levelOf(reported)}l9-5.5v11z`} fill={stale ? 'var(--steel3)' : 'var(--ink)'} />
          <Label
            y={labels.reported}
            value={reported}
            word={t(stale ? 'drawing.last' : 'drawing.reported')}
            tone={tone}
          />
        </>
      )}
      {target !== null && (
        <>
          <path
            d={`M${GATE - 34} ${levelOf(target)}H${SCALE}`}
            stroke="var(--ink)"
            strokeWidth="1.6"
            strokeDasharray="5 3.5"
          />
          <path
            d={`M${SCALE + 2} ${levelOf(target)}l8.5-5v10z`}
            fill="var(--surface)"
            stroke="var(--ink)"
            strokeWidth="1.4"
            strokeLinejoin="round"
          />
          <Label y={labels.target} value={target} word={t('drawing.target')} tone="var(--ink)" />
        </>
      )}
    </>
  )
}

function Pressure({
  x,
  end,
  name,
  measured,
  tone,
}: {
  x: number
  end?: boolean
  name: string
  measured: Measured | null
  tone: string
}) {
  const anchor = end ? { textAnchor: 'end' as const } : {}
  return (
    <>
      <text x={x} y="30" fontSize="11" fill="var(--t3)" {...anchor}>
        {name}
      </text>
      <text
        x={x}
        y="50"
        fontSize="16"
        fontWeight="600"
        fill={measured ? tone : 'var(--t3)'}
        className="num"
        {...anchor}
      >
        {measured ? formatNumber(measured.value, measured.decimals) : MISSING}
        {measured?.unit && <Unit> {measured.unit}</Unit>}
      </text>
    </>
  )
}

function Unit({ children }: { children: ReactNode }) {
  return (
    <tspan fontSize="11" fontWeight="400" fill="var(--t3)">
      {children}
    </tspan>
  )
}

/**
 * The pipe in section, with the gate from above: reported solid, commanded dashed, old hatched. Has the same
 * description in words.
 */
export function ValveDrawing(props: ValveDrawingProps) {
  const { t } = useText()
  const id = useId().replace(/\W/g, '')
  const { reported, target, inlet, outlet, flow, stale } = props
  const tone = stale ? 'var(--t3)' : 'var(--ink)'
  return (
    <svg className="valve-drawing" viewBox={`0 0 ${W} ${H}`} width="100%" role="img" aria-label={drawingWords(props)}>
      <Patterns id={id} />
      <Water id={id} edge={levelOf(reported ?? 0)} {...props} />
      <Body id={id} />
      {reported === null ? null : <Gate id={id} reported={reported} target={target} />}
      <Scale reported={reported} target={target} stale={stale} />
      <Pressure x={14} name={t('drawing.upstream')} measured={inlet} tone={tone} />
      <Pressure x={PIPE - 12} end name={t('drawing.downstream')} measured={outlet} tone={tone} />
      <text x="14" y="180" fontSize="11" fill="var(--t3)">
        {`${t('drawing.flow')} `}
        <tspan fontSize="14" fontWeight="600" fill={flow ? tone : 'var(--t3)'} className="num">
          {flow ? formatNumber(flow.value, flow.decimals) : MISSING}
        </tspan>
        {flow?.unit && ` ${flow.unit}`}
      </text>
      {!stale && flow && flow.value > 0 && (
        <path
          d={`M${PIPE - 46} 176h32m-5-4.5 5 4.5-5 4.5`}
          fill="none"
          stroke="var(--t3)"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
