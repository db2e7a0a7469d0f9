import type { FlowTrace } from '@sluice/contract'
import { useMemo } from 'react'
import { usePhone } from '../../../lib/page/width.ts'
import { useText } from '../../../lib/text/text.ts'
import { type Picture, placePicture } from './picture.rules.ts'
import { StepMark } from './step-mark.tsx'
import { Way } from './way.tsx'

const WIDTH = 176
const HEIGHT = 60
const ROW = 96
const COLUMN = 196

const left = (x: number) => x * COLUMN + COLUMN / 2
const top = (y: number) => y * ROW + ROW / 2

/** Down, across half-way between the rows, and down. */
function pathOf(points: Picture['ways'][number]['points']): string {
  const [first, ...others] = points
  if (!first) return ''
  let before = first
  const parts = [`M${left(first.x)} ${top(first.y)}`]
  for (const point of others) {
    parts.push(`V${(top(before.y) + top(point.y)) / 2}H${left(point.x)}V${top(point.y)}`)
    before = point
  }
  return parts.join('')
}

function Drawing({ trace: { nodes, edges, starterName } }: { trace: FlowTrace }) {
  const picture = useMemo(() => placePicture(nodes, edges), [nodes, edges])
  const [width, height] = [picture.columns * COLUMN, picture.rows * ROW]
  return (
    <div className="trace-picture" aria-hidden="true">
      <div style={{ width, height }}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          {picture.ways.map((way, n) => (
            <path key={n} d={pathOf(way.points)} className={way.taken ? 'taken' : 'open'} />
          ))}
        </svg>
        {nodes.map(({ id, name, kind, state, people, branchName }) => {
          const { x, y } = picture.places.get(id)!
          const who = kind === 'START' && people.length === 0 ? [starterName] : people.map((person) => person.name)
          const at = { left: left(x) - WIDTH / 2, top: top(y) - HEIGHT / 2, width: WIDTH, height: HEIGHT }
          return (
            <div key={id} className={`trace-node ${state}`} style={at}>
              <StepMark kind={kind} state={state} />
              <span>
                <b className="clip">{name}</b>
                <small className="clip">{branchName ?? who.join(' ')}</small>
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** OF-7: the steps of a request, drawn from what the server answers; a list on a phone and for screen readers. */
export function FlowPicture({ trace }: { trace: FlowTrace }) {
  useText()
  const isPhone = usePhone()
  if (isPhone) return <Way trace={trace} />
  return (
    <>
      <Drawing trace={trace} />
      <div className="sr-only">
        <Way trace={trace} />
      </div>
    </>
  )
}
