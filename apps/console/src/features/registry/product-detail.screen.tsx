import { productResource, type ProductRow } from '@sluice/contract'
import { useState } from 'react'
import { DetailPage } from '../../parts/detail-page/detail-page.tsx'
import { DeviceIcon } from '../../parts/icon/icons.tsx'
import { CommandMapForm } from './command-map-form.tsx'
import { DeviceList } from './device.screen.tsx'
import { ProductParts } from './product-parts.tsx'

/** One model: its points and commands, its devices, and the history of its command map. */
export default function ProductDetailScreen() {
  const [edited, setEdited] = useState<ProductRow | null>(null)
  return (
    <>
      <DetailPage
        resource={productResource}
        slots={{
          mark: ({ deviceTypeCode }) => <DeviceIcon type={deviceTypeCode} size={22} />,
          below: (row) => <ProductParts product={row} onEdit={setEdited} />,
          tabs: { devices: ({ id }) => <DeviceList productId={id} /> },
        }}
      />
      {edited && <CommandMapForm product={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
