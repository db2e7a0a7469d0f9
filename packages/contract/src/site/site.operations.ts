import { z } from 'zod'
import { LANGUAGES } from '../machine/language.ts'
import { unitChoiceSchema } from '../unit/unit-choice.ts'
import { defineOperation } from '../machine/operation.ts'

export const siteProfileSchema = z.object({
  /** Null: the console's own name and mark. */
  webName: z.string().nullable(),
  logo: z.string().nullable(),
  language: z.enum(LANGUAGES).nullable(),
  /** How values are told here to who chose no units; what is left out is told as it is stored. */
  units: unitChoiceSchema.optional(),
  /** Whether accounts may be opened by oneself (SI-26). */
  registration: z.boolean(),
})
export type SiteProfile = z.output<typeof siteProfileSchema>

/** The look of the host that the browser requested; an unconfigured host has none of its own. */
export const siteProfile = defineOperation({
  title: ['域名与外观', 'Domain and look'],
  method: 'GET',
  path: '/security/v1/site/profile',
  access: 'public',
  tenant: { none: 'nobody is signed in yet' },
  input: z.strictObject({}),
  output: siteProfileSchema,
  silent: true,
})

/** SB-8: the allowed sources of a logo or an avatar. */
export function isUsableImage(address: string): boolean {
  if (/^data:image\/(?!svg)[a-z.+-]+[;,]/i.test(address)) return true
  return /^https?:\/\//i.test(address) || /^\/(?![/\\])/.test(address)
}
