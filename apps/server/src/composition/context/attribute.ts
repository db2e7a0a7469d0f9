import type { Catalogue } from '@sluice/devices'
import type { Attributes, Base, Registry } from '../base.ts'
import type { Module } from '../module.ts'
import type { DeviceEdge } from '../../gateways/device-edge.ts'
import { createAttributes } from '../../modules/attribute/attribute.module.ts'

interface Needs {
  registry: Registry
  edge(): DeviceEdge
  catalogue: Catalogue
}

/** Attributes that devices and the platform exchange. */
export function composeAttributes(base: Base, { registry, edge, catalogue }: Needs): Attributes {
  return createAttributes({
    ...base,
    addressee: async (deviceId) => {
      const device = await registry.addressee(deviceId)
      if (!device) return undefined
      const { protocol, parameters = [] } = device.type
      const takesAttributes = catalogue.protocolOf(protocol)?.takesAttributes === true
      return { ...device, protocol, takesAttributes, parameters: takesAttributes ? parameters : [] }
    },
    share: ({ protocol, ...update }) => edge().share(protocol, update),
  })
}

export function attributeModule({ mount }: Attributes): Module {
  return { name: 'attributes', mount }
}
