import { siteProfile, type SiteProfile } from '@sluice/contract'
import { create } from 'zustand'
import { call } from '../api/api.ts'
import { changeLanguage, hasChosenLanguage } from '../text/text.ts'

const UNKNOWN: SiteProfile = { webName: null, logo: null, language: null, registration: false }

/** How this host looks before anybody signs in (BC-8); nothing of its own until the server says so. */
export const useSite = create<SiteProfile & { known: boolean }>()(() => ({ ...UNKNOWN, known: false }))

/** Asks once at boot. A server that does not answer leaves the console's own name and language. */
export async function loadSite(): Promise<void> {
  try {
    const site = await call(siteProfile, {})
    useSite.setState({ ...site, known: true })
    // A language chosen here before wins; otherwise the site's own language is used.
    if (site.language && !hasChosenLanguage()) await changeLanguage(site.language, 'keep')
  } catch {
    useSite.setState({ known: true })
  }
}
