import { productResource, type ProductRow } from '@sluice/contract'
import { useState } from 'react'
import { useRow } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { DetailLink } from '../../../parts/detail-link.tsx'
import { Fact, Facts } from '../../../parts/section/facts.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { TypeTile } from '../../../parts/icon/type-tile.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { PRODUCT_FORMS } from './product-forms.tsx'
import { CommandMapForm } from './map/command-map-form.tsx'
import { ProductParts } from './product-parts.tsx'
import '../device-card.css'

interface ProductDetailProps {
  product: ProductRow
  onEdit: (product: ProductRow) => void
  onClose: () => void
}

function ProductDetail({ product, onEdit, onClose }: ProductDetailProps) {
  const row = useRow(productResource, product.id)
  return (
    <SideDialog title={product.name} width={560} onClose={onClose}>
      <Fetched query={row} rows={6}>
        {(whole) => <ProductParts product={whole} onEdit={onEdit} />}
      </Fetched>
    </SideDialog>
  )
}

/** A model as a card: its drawing, its protocol, how many are installed. */
function ProductCard({ row }: { row: ProductRow }) {
  const { t, byName } = useText()
  return (
    <>
      <div className="row device-card-head">
        <TypeTile type={row.deviceTypeCode} size={34} className="device-card-drawing" />
        <span className="list-name">
          <DetailLink resource={productResource.name} id={row.id}>
            {row.name}
          </DetailLink>
          <small className="mono">{row.productNo}</small>
        </span>
      </div>
      <Facts look="lines">
        <Fact name={t('product.protocol')}>{row.protocol}</Fact>
        <Fact name={t('product.nodeKind')}>{byName(`enum.nodeKind.${row.nodeKind}`)}</Fact>
        <Fact name={t('product.deviceCount')} className="num">
          {row.deviceCount}
        </Fact>
      </Facts>
    </>
  )
}

/** The products of this platform; each has a page where its model is changed and published. */
export default function ProductScreen() {
  const { t } = useText()
  const [open, setOpen] = useState<ProductRow | null>(null)
  /** The row as read when its map was opened: the save is refused if it has changed since. */
  const [edited, setEdited] = useState<ProductRow | null>(null)
  return (
    <>
      <ListPage
        resource={productResource}
        slots={{
          cells: {
            name: (row) => (
              <span className="device-name">
                <TypeTile type={row.deviceTypeCode} />
                <DetailLink resource={productResource.name} id={row.id}>
                  {row.name}
                </DetailLink>
              </span>
            ),
          },
          card: (row) => <ProductCard row={row} />,
          ...PRODUCT_FORMS,
          phone: { act: 'open' },
          rowActions: (row) => [{ key: 'open', label: t('product.open'), onClick: () => setOpen(row) }],
        }}
      />
      {edited && <CommandMapForm product={edited} onClose={() => setEdited(null)} />}
      {open && !edited && <ProductDetail product={open} onEdit={setEdited} onClose={() => setOpen(null)} />}
    </>
  )
}
