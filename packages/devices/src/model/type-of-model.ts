import type { DeviceType } from '../device-type.ts'
import { encodeTb } from '../command.ts'
import type { ProductModel } from './product-model.ts'
import { encodeSl651 } from './sl651.downlinks.ts'
import { sl651Reader } from './sl651.uplink.ts'
import { tbReader } from './tb.uplink.ts'

/** The model as the pipeline uses it: its mappings made into functions, once. */
export function typeOfModel({ uplink, downlinks, ...described }: ProductModel): DeviceType {
  return { ...described, ...readingOf(uplink), ...encodingOf(downlinks) }
}

function readingOf(uplink: ProductModel['uplink']): Pick<DeviceType, 'read'> {
  if (uplink === null) return {}
  return { read: uplink.protocol === 'SL651' ? sl651Reader(uplink) : tbReader(uplink) }
}

function encodingOf(downlinks: ProductModel['downlinks']): Pick<DeviceType, 'encode' | 'commandMap'> {
  if (downlinks === null) return {}
  if (downlinks.protocol === 'SL651') return { encode: encodeSl651(downlinks) }
  return { encode: encodeTb(downlinks.map), commandMap: downlinks.map }
}
