import type { ProtocolTrait } from '@sluice/contract'

/** Whether the protocol of this device or product has a trait: screens ask for traits, never for a protocol by name. */
export function hasTrait({ traits }: { readonly traits: readonly ProtocolTrait[] }, trait: ProtocolTrait): boolean {
  return traits.includes(trait)
}
