import { productResource } from '@sluice/contract'
import { DetailPage } from '../../../parts/detail-page/detail-page.tsx'
import { DeviceIcon } from '../../../parts/icon/icons.tsx'
import { PRODUCT_FORMS } from './product-forms.tsx'
import { ProductEditor } from './product-editor.tsx'
import { ProvisioningCard } from './provisioning-card.tsx'
import { DeviceList } from '../device.screen.tsx'

/** One product: its model with every version of it, its devices, and what was done to it. */
export default function ProductDetailScreen() {
  return (
    <DetailPage
      resource={productResource}
      slots={{
        mark: ({ deviceTypeCode }) => <DeviceIcon type={deviceTypeCode} size={22} />,
        overview: ({ id, traits }) => (
          <>
            <ProductEditor id={id} />
            {traits.includes('PROVISIONING') && <ProvisioningCard id={id} />}
          </>
        ),
        tabs: { devices: ({ id }) => <DeviceList within={{ productId: id }} /> },
        forms: PRODUCT_FORMS.forms,
      }}
    />
  )
}
