import type { ProtocolTrait } from '@sluice/contract'

/** Whether the protocol of this device or product has a trait: screens check traits, never a protocol's name. */
export function hasTrait({ traits }: { readonly traits: readonly ProtocolTrait[] }, trait: ProtocolTrait): boolean {
  return traits.includes(trait)
}
