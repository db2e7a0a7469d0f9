import type { DeviceState } from '@sluice/contract'
import { useFaces } from '../../../domain/metric/points.ts'
import { numeric } from '../../../domain/command/valve-position.ts'
import { shownFace, shownValue } from '../../../lib/text/units.ts'
import type { Measured } from './drawing-words.ts'

/** The numbers of a drawing, in the reader's units and written as the product's points say. */
export function useMeasured({ productId }: { productId: string | null }, state: DeviceState | undefined) {
  const faceOf = useFaces(productId)
  return (key: string): Measured | null => {
    const value = numeric(state, key)
    if (value === null) return null
    const face = faceOf(key)
    return { ...shownFace(face), value: shownValue(value, face.unit) }
  }
}
