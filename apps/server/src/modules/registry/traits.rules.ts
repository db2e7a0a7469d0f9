import type { ProtocolTrait } from '@sluice/contract'
import type { Catalogue, Protocol } from '@sluice/devices'

/** What a screen needs of a model's protocol, so that it depends on no protocol: the trait, and which models have it. */
const TRAITS: readonly { trait: ProtocolTrait; has(protocol: Protocol): boolean; of(product: string): string }[] = [
  {
    trait: 'ADDRESS',
    has: ({ identification }) => identification.by === 'ADDRESS',
    of: (product) => `${product}.node_kind <> 'SLAVE'`,
  },
  {
    trait: 'CHANNEL',
    has: ({ slavesBy }) => slavesBy === 'CHANNEL',
    of: (product) => `${product}.node_kind = 'SLAVE'`,
  },
  { trait: 'ATTRIBUTES', has: ({ takesAttributes }) => takesAttributes === true, of: () => 'true' },
  {
    trait: 'COMMAND_MAP',
    has: ({ mapsCommands }) => mapsCommands === true,
    of: (product) => `${product}.commands <> '[]'`,
  },
  {
    trait: 'PROVISIONING',
    has: ({ provisioning }) => provisioning !== undefined,
    of: (product) => `${product}.node_kind <> 'SLAVE'`,
  },
  {
    // Only devices with a connection of their own are brought one.
    trait: 'FIRMWARE',
    has: ({ carriesFirmware }) => carriesFirmware === true,
    of: (product) => `${product}.node_kind <> 'SLAVE'`,
  },
  { trait: 'RAW_FRAME', has: ({ takesRaw }) => takesRaw?.as === 'FRAME', of: () => 'true' },
  {
    trait: 'RAW_MESSAGE',
    has: ({ takesRaw }) => takesRaw?.as === 'MESSAGE',
    of: (product) => `${product}.node_kind <> 'SLAVE'`,
  },
]

/** SQL of the traits of a row of products. */
export function traitsSql(product: string, { protocols }: Catalogue): string {
  const each = TRAITS.flatMap(({ trait, has, of }) => {
    const names = protocols.filter(has).map(({ protocol }) => `'${protocol}'`)
    if (names.length === 0) return []
    return [`case when ${product}.protocol in (${names.join(', ')}) and ${of(product)} then '${trait}' end`]
  })
  return `to_jsonb(array_remove(array[${each.join(', ')}]::text[], null))`
}
