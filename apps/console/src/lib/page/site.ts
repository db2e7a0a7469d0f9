import { siteProfile, type SiteProfile } from '@sluice/contract'
import { create } from 'zustand'
import { call } from '../api/api.ts'
import { readAtSite } from './own-units.ts'
import { changeLanguage, hasChosenLanguage } from '../text/text.ts'

const UNKNOWN: SiteProfile = { webName: null, logo: null, language: null, registration: false }

/** How this host looks before sign-in (BC-8); defaults until the server answers. */
export const useSite = create<SiteProfile & { known: boolean }>()(() => ({ ...UNKNOWN, known: false }))

/** Fetches the site once at boot. Without an answer the console keeps its own name and language. */
export async function loadSite(): Promise<void> {
  try {
    const site = await call(siteProfile, {})
    useSite.setState({ ...site, known: true })
    readAtSite(site.units)
    // A language chosen on this machine wins; else the site's own language applies.
    if (site.language && !hasChosenLanguage()) await changeLanguage(site.language, 'keep')
  } catch {
    useSite.setState({ known: true })
  }
}
