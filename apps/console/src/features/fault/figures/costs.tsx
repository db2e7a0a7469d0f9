import { type CostKind, type FiguresAsked, ordersOfCost, type RepairCost } from '@sluice/contract'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { t, useText } from '../../../lib/text/text.ts'
import { yuanOf } from '../../../lib/text/value-text.ts'
import { ordersAt } from './figure-address.ts'
import type { FigureTable } from './figure-table.ts'

const yuan = (fen: number) => formatNumber(yuanOf(fen), 2)

/** What is nowhere or nobody's has no name. */
const nameOf = ({ name }: RepairCost, by: CostKind) => name ?? t(`figures.costWithout.${by}`)

export function costTable(costs: readonly RepairCost[], by: CostKind, asked: FiguresAsked): FigureTable {
  return {
    columns: [
      { title: t(`figures.costBy.${by}`) },
      { title: t('figures.orders'), numeric: true },
      { title: t('figures.devices'), numeric: true },
      { title: t('figures.partsFee'), numeric: true },
      { title: t('figures.laborFee'), numeric: true },
      { title: t('figures.totalFee'), numeric: true },
      { title: t('figures.perOrder'), numeric: true },
    ],
    rows: costs.map((cost) => [
      nameOf(cost, by),
      cost.orders,
      cost.devices,
      yuan(cost.partsFee),
      yuan(cost.laborFee),
      yuan(cost.totalFee),
      yuan(cost.totalFee / cost.orders),
    ]),
    addresses: costs.map(({ key }) => ordersAt(ordersOfCost(asked, by, key))),
  }
}

interface CostsProps {
  costs: readonly RepairCost[]
  by: CostKind
  asked: FiguresAsked
}

/** What repairs cost, parts and labour in one bar; each leads to its orders. */
export function Costs({ costs, by, asked }: CostsProps) {
  const { t: text } = useText()
  const most = Math.max(1, ...costs.map(({ totalFee }) => totalFee))
  return (
    <ol className="people">
      {costs.map(({ key, totalFee, partsFee, laborFee, orders, ...cost }) => (
        <li key={key}>
          <Link
            className="bar"
            to={ordersAt(ordersOfCost(asked, by, key))}
            title={text('figures.costSaid', { parts: yuan(partsFee), labour: yuan(laborFee) })}
          >
            <span className="bar-name clip">{cost.name ?? text(`figures.costWithout.${by}`)}</span>
            <span className="bar-line">
              <i className="first" style={{ width: `${(partsFee / most) * 100}%` }} />
              <i style={{ width: `${(laborFee / most) * 100}%` }} />
              <b className="num">{yuan(totalFee)}</b>
            </span>
            <span className="bar-mend num t2">{text('figures.ordersOf', { n: orders })}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
