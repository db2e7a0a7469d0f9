import { productResource, type deviceResource, type DeviceRow, type GivenValues } from '@sluice/contract'
import { hasTrait } from '../../domain/traits.ts'
import { useRow } from '../../lib/api/answer.ts'
import type { FormShape as ShapeOf } from '../../parts/form/form-rules.ts'

type Kind = Pick<DeviceRow, 'nodeKind' | 'traits'>
type FormShape = ShapeOf<typeof deviceResource>

const HIDDEN = { hidden: true }
const REQUIRED = { required: true }
/** The fields before a product is chosen: most devices are stations. */
const UNCHOSEN: FormShape = { masterId: HIDDEN, channel: HIDDEN, slaveAddr: HIDDEN }

/**
 * A slave has a master and, where its protocol numbers them, a channel; a station has an address where its protocol
 * uses one.
 */
export function shapeOf({ nodeKind, traits }: Kind): FormShape {
  if (nodeKind === 'SLAVE') {
    const byChannel = hasTrait({ traits }, 'CHANNEL')
    const place = byChannel ? { channel: REQUIRED, slaveAddr: HIDDEN } : {}
    return { stationAddress: HIDDEN, allowedAddresses: HIDDEN, masterId: REQUIRED, ...place }
  }
  const ofStation = hasTrait({ traits }, 'ADDRESS')
    ? { stationAddress: REQUIRED }
    : { stationAddress: HIDDEN, allowedAddresses: HIDDEN }
  return { ...ofStation, masterId: HIDDEN, channel: HIDDEN, slaveAddr: HIDDEN }
}

/** The fields of the chosen product; before one is chosen, those of most devices. */
export function useDeviceShape(values: GivenValues<typeof deviceResource>, row: DeviceRow | null): FormShape {
  const productId = row === null ? (values.productId ?? '') : ''
  const product = useRow(productResource, productId === '' ? null : productId, { silent: true, staleMs: 300_000 })
  const kind = row ?? product.data
  if (kind) return shapeOf(kind)
  // A user who may not read products gets every field.
  return product.isError ? {} : UNCHOSEN
}
