import { type FiguresAsked, ordersOfCost, type RepairCost } from '@sluice/contract'
import { Link } from 'react-router'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { t, useText } from '../../../lib/text/text.ts'
import { yuanOf } from '../../../lib/text/value-text.ts'
import { ordersAt } from './figure-address.ts'
import type { FigureTable } from './figure-table.ts'

const yuan = (fen: number) => formatNumber(yuanOf(fen), 2)

export function costTable(costs: readonly RepairCost[], asked: FiguresAsked): FigureTable {
  return {
    columns: [
      { title: t('figures.product') },
      { title: t('figures.orders'), numeric: true },
      { title: t('figures.devices'), numeric: true },
      { title: t('figures.partsFee'), numeric: true },
      { title: t('figures.laborFee'), numeric: true },
      { title: t('figures.totalFee'), numeric: true },
      { title: t('figures.perOrder'), numeric: true },
    ],
    rows: costs.map(({ productName, orders, devices, partsFee, laborFee, totalFee }) => [
      productName,
      orders,
      devices,
      yuan(partsFee),
      yuan(laborFee),
      yuan(totalFee),
      yuan(totalFee / orders),
    ]),
    addresses: costs.map(({ productId }) => ordersAt(ordersOfCost(asked, productId))),
  }
}

/** What the repairs of each product cost, parts and labour in one bar; each leads to its orders. */
export function Costs({ costs, asked }: { costs: readonly RepairCost[]; asked: FiguresAsked }) {
  const { t: text } = useText()
  const most = Math.max(1, ...costs.map(({ totalFee }) => totalFee))
  return (
    <ol className="people">
      {costs.map(({ productId, productName, totalFee, partsFee, laborFee, orders }) => (
        <li key={productId}>
          <Link
            className="bar"
            to={ordersAt(ordersOfCost(asked, productId))}
            title={text('figures.costSaid', { parts: yuan(partsFee), labour: yuan(laborFee) })}
          >
            <span className="bar-name clip">{productName}</span>
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
