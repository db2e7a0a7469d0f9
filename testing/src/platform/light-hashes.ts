import { createPasswordHashes } from '@sluice/server/src/modules/identity/identity.module.ts'

/** Password hashes as in the product, with a hundredth of the work: tests sign in many users. */
export const lightHashes = createPasswordHashes({ log2N: 9, r: 8, p: 1 })
