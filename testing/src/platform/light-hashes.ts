import { createPasswordHashes } from '@sluice/server/src/modules/identity/identity.module.ts'

/** Hashes of passwords as the product makes them, with a hundredth of the work: tests sign many people in. */
export const lightHashes = createPasswordHashes({ log2N: 9, r: 8, p: 1 })
