import type { ProductPoint, ProductRow } from '@sluice/contract'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { MISSING } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { CommandMapList, mappedCodes } from './map/command-map-list.tsx'

function PointTable({ points }: { points: readonly ProductPoint[] }) {
  const { t, byName } = useText()
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">{t('product.point')}</th>
          <th scope="col">{t('product.pointKey')}</th>
          <th scope="col">{t('product.pointKind')}</th>
          <th scope="col">{t('product.pointUnit')}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.key}>
            <td>{metricLabel(point.key, point)}</td>
            <td className="mono t2">{point.key}</td>
            <td>{byName(`enum.pointKind.${point.kind}`, MISSING)}</td>
            <td>{point.unit || MISSING}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The commands of its devices: by name, or with their payloads where those can be changed. */
function CommandPart({ product, onEdit }: { product: ProductRow; onEdit: () => void }) {
  const { t, byName } = useText()
  const { commands } = product
  if (mappedCodes(product).length > 0) return <CommandMapList product={product} onEdit={onEdit} />
  return (
    <>
      <h3 className="part-title">{t('product.commands')}</h3>
      {commands.length === 0 && <p className="hint">{t('product.noCommands')}</p>}
      <ul className="command-list">
        {commands.map((command) => (
          <li key={command.code}>
            {byName(`command.${command.code}`, command.code)} <small className="mono t3">{command.code}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The points and commands of a model. */
export function ProductParts({ product, onEdit }: { product: ProductRow; onEdit: (product: ProductRow) => void }) {
  const { t } = useText()
  const { points } = product
  return (
    <>
      <h3 className="part-title">{t('product.points')}</h3>
      {points.length > 0 ? <PointTable points={points} /> : <p className="hint">{t('product.noPoints')}</p>}
      <CommandPart product={product} onEdit={() => onEdit(product)} />
    </>
  )
}
