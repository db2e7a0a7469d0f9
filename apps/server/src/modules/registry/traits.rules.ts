import type { ProtocolTrait } from '@sluice/contract'
import type { Catalogue, DeviceType, Protocol } from '@sluice/devices'

/** What a screen needs of a model's protocol, so that it depends on no protocol. */
function traitsOf(type: DeviceType, { identification, slavesBy, takesAttributes }: Protocol): ProtocolTrait[] {
  const isSlave = type.nodeKind === 'SLAVE'
  const traits: [ProtocolTrait, boolean][] = [
    ['ADDRESS', !isSlave && identification.by === 'ADDRESS'],
    ['CHANNEL', isSlave && slavesBy === 'CHANNEL'],
    ['ATTRIBUTES', takesAttributes === true],
    ['COMMAND_MAP', type.commandMap !== undefined],
  ]
  return traits.flatMap(([trait, has]) => (has ? [trait] : []))
}

/** SQL of the traits of the product with this number. */
export function traitsSql(productNo: string, { types, protocolOf }: Catalogue): string {
  const cases = types.flatMap((type) => {
    const protocol = protocolOf(type.protocol)
    return protocol ? [`when '${type.productNo}' then '${JSON.stringify(traitsOf(type, protocol))}'::jsonb`] : []
  })
  return `case ${productNo} ${cases.join(' ')} else '[]'::jsonb end`
}
