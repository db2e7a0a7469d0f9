import { productResource } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { type AnyRow, getRow } from '../../lib/resource-calls.ts'
import type { FormShape } from '../../parts/form/form-rules.ts'

type Kind = { nodeKind?: unknown; protocol?: unknown }

const HIDDEN = { hidden: true }
const REQUIRED = { required: true }
/** Most devices are stations. */
const UNCHOSEN: FormShape = { masterId: HIDDEN, channel: HIDDEN }

/** A slave has a master and, but for MQTT, a channel; an SL651 station has an address; MQTT devices have neither. */
export function shapeOf({ nodeKind, protocol }: Kind): FormShape {
  if (nodeKind === 'SLAVE') {
    const channel = protocol === 'TB_MQTT' ? {} : REQUIRED
    return { stationAddress: HIDDEN, allowedAddresses: HIDDEN, masterId: REQUIRED, channel }
  }
  const ofStation =
    protocol === 'SL651' ? { stationAddress: REQUIRED } : { stationAddress: HIDDEN, allowedAddresses: HIDDEN }
  return { ...ofStation, masterId: HIDDEN, channel: HIDDEN }
}

/** The fields that belong to the chosen product; before one is chosen, those of most. */
export function useDeviceShape(values: Record<string, unknown>, row: AnyRow | null): FormShape {
  const productId = row === null && typeof values['productId'] === 'string' ? values['productId'] : ''
  const product = useQuery({
    queryKey: ['row', 'product', productId],
    queryFn: ({ signal }) => getRow(productResource, productId, { silent: true, signal }),
    enabled: productId !== '',
    staleTime: 300_000,
  })
  const kind = row ?? product.data
  if (kind) return shapeOf({ nodeKind: kind['nodeKind'], protocol: kind['protocol'] })
  // Who may not read products is offered every field.
  return product.isError ? {} : UNCHOSEN
}
