import { productResource, type ProductPoint, type ProductRow } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { metricLabel } from '../../domain/metric-label.ts'
import { MISSING } from '../../lib/text/reading-format.ts'
import { getRow } from '../../lib/api/resource-calls.ts'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { DeviceIcon } from '../../parts/icon/icons.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { SideDialog } from '../../parts/overlay/side-dialog.tsx'
import { WaitBlocks } from '../../parts/wait-blocks.tsx'
import { CommandMapForm } from './command-map-form.tsx'
import { CommandMapList, mappedCodes } from './command-map-list.tsx'
import './device-card.css'

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
            <td>{metricLabel(point.key)}</td>
            <td className="mono t2">{point.key}</td>
            <td>{byName(`enum.pointKind.${point.kind}`, MISSING)}</td>
            <td>{point.unit || MISSING}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What its devices can be told: by name, or with what leaves of it where that can be changed. */
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

interface ProductDetailProps {
  product: ProductRow
  onEdit: (product: ProductRow) => void
  onClose: () => void
}

function ProductDetail({ product, onEdit, onClose }: ProductDetailProps) {
  const { t } = useText()
  const row = useQuery({
    queryKey: ['row', 'product', product.id],
    queryFn: ({ signal }) => getRow(productResource, product.id, { inPlace: true, signal }),
  })
  const points = row.data?.points ?? []
  return (
    <SideDialog title={product.name} width={560} onClose={onClose}>
      {row.isPending && <WaitBlocks />}
      {row.isError && (
        <EmptyState
          icon="broken"
          text={t('state.failed')}
          action={{ label: t('action.retry'), onClick: () => void row.refetch() }}
        />
      )}
      {row.data && (
        <>
          <h3 className="part-title">{t('product.points')}</h3>
          {points.length > 0 ? <PointTable points={points} /> : <p className="hint">{t('product.noPoints')}</p>}
          <CommandPart product={row.data} onEdit={() => onEdit(row.data)} />
        </>
      )}
    </SideDialog>
  )
}

/** A model as a card: its drawing, how it speaks, how many are installed. */
function ProductCard({ row, onOpen }: { row: ProductRow; onOpen: () => void }) {
  const { t, byName } = useText()
  return (
    <>
      <div className="device-card-head">
        <span className="device-card-drawing">
          <DeviceIcon type={row.deviceTypeCode} size={34} />
        </span>
        <span className="list-name">
          <button type="button" className="link" onClick={onOpen}>
            {row.name}
          </button>
          <small className="mono">{row.productNo}</small>
        </span>
      </div>
      <dl className="device-card-values">
        <div>
          <dt>{t('product.protocol')}</dt>
          <dd>{row.protocol}</dd>
        </div>
        <div>
          <dt>{t('product.nodeKind')}</dt>
          <dd>{byName(`enum.nodeKind.${row.nodeKind}`)}</dd>
        </div>
        <div>
          <dt>{t('product.deviceCount')}</dt>
          <dd className="num">{row.deviceCount}</dd>
        </div>
      </dl>
    </>
  )
}

/** The models this platform understands; built-in, so there is nothing to add. How they are told can be changed. */
export default function ProductScreen() {
  const { t } = useText()
  const [open, setOpen] = useState<ProductRow | null>(null)
  /** As it was read when its map was opened: a newer one refuses what was typed over it. */
  const [edited, setEdited] = useState<ProductRow | null>(null)
  return (
    <>
      <ListPage
        resource={productResource}
        slots={{
          cells: {
            name: (row) => (
              <span className="device-name">
                <span className="tile">
                  <DeviceIcon type={row.deviceTypeCode} size={18} />
                </span>
                <button type="button" className="link" onClick={() => setOpen(row)}>
                  {row.name}
                </button>
              </span>
            ),
          },
          card: (row) => <ProductCard row={row} onOpen={() => setOpen(row)} />,
          rowActions: (row) => [{ key: 'open', label: t('product.open'), onClick: () => setOpen(row) }],
        }}
      />
      {edited && <CommandMapForm product={edited} onClose={() => setEdited(null)} />}
      {open && !edited && <ProductDetail product={open} onEdit={setEdited} onClose={() => setOpen(null)} />}
    </>
  )
}
