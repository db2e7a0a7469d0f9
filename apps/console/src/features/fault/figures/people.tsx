import {
  type FaultFigure,
  type FaultFigures,
  type FaultPerson,
  type FiguresAsked,
  rowsOfPerson,
  rowsOfPersonCounted,
} from '@sluice/contract'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { t, useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { recordsAt } from './figure-address.ts'
import type { FigureTable } from './figure-table.ts'
import { keptShare, percentText, spanText } from './figures-words.ts'
import './people.css'

interface PeopleProps {
  figures: Pick<FaultFigures, 'people'>
  asked: FiguresAsked
}

export function peopleTable({ people }: PeopleProps['figures'], asked: FiguresAsked): FigureTable {
  return {
    columns: [
      { title: t('figures.person') },
      { title: t('figures.takenCount'), numeric: true },
      { title: t('figures.mtta'), numeric: true },
      { title: t('figures.response'), numeric: true },
      { title: t('figures.mttr'), numeric: true },
      { title: t('figures.repair'), numeric: true },
    ],
    rows: people.map(({ name, n, ackMedian, mendMedian, response, repair }) => [
      name,
      n,
      spanText(ackMedian),
      percentText(keptShare(response)),
      spanText(mendMedian),
      percentText(keptShare(repair)),
    ]),
    addresses: people.map(({ name }) => recordsAt(rowsOfPerson(asked, name))),
  }
}

/** How soon, and how many in time: the share leads to what was due. */
function Kept({ span, share, to, name }: { span: number | null; share: number | null; to: string; name: string }) {
  const { t: text } = useText()
  return (
    <td className="num">
      {spanText(span)}
      <Link to={to} aria-label={text('figures.rowsOf', { name })}>
        {percentText(share, 0)}
      </Link>
    </td>
  )
}

const RESPONSE: readonly FaultFigure[] = ['TAKEN_IN_TIME', 'TAKEN_LATE']
const REPAIR: readonly FaultFigure[] = ['MENDED_IN_TIME', 'MENDED_LATE']

function Person({ person, most, asked }: { person: FaultPerson; most: number; asked: FiguresAsked }) {
  const { t: text } = useText()
  const { name, n, ackMedian, mendMedian, response, repair } = person
  const dueAt = (figures: readonly FaultFigure[]) => recordsAt(rowsOfPersonCounted(asked, name, figures))
  return (
    <tr>
      <th scope="row">
        <Link className="bar" to={recordsAt(rowsOfPerson(asked, name))}>
          <span className="bar-name clip">{name}</span>
          <span className="bar-line">
            <i style={{ width: `${(n / most) * 100}%` }} />
            <b className="num">{formatNumber(n, 0)}</b>
          </span>
        </Link>
      </th>
      <Kept
        span={ackMedian}
        share={keptShare(response)}
        to={dueAt(RESPONSE)}
        name={text('figures.ofPerson', { name, figure: text('figures.response') })}
      />
      <Kept
        span={mendMedian}
        share={keptShare(repair)}
        to={dueAt(REPAIR)}
        name={text('figures.ofPerson', { name, figure: text('figures.repair') })}
      />
    </tr>
  )
}

/** Who took how many, how soon they were taken and mended, and how many in time. */
export function People({ figures: { people }, asked }: PeopleProps) {
  const { t: text } = useText()
  if (people.length === 0) return <EmptyState icon="users" text={text('figures.nobody')} />
  const most = Math.max(1, ...people.map(({ n }) => n))
  return (
    <table className="takers" aria-label={text('figures.people')}>
      <thead>
        <tr className="t3">
          <th scope="col">{text('figures.person')}</th>
          <th scope="col" className="num">
            {text('figures.takerAck')}
          </th>
          <th scope="col" className="num">
            {text('figures.takerMend')}
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Person key={person.name} person={person} most={most} asked={asked} />
        ))}
      </tbody>
    </table>
  )
}
