import { siteResource } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { safeImage } from '../../lib/access/session.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import { Logo } from '../../parts/icon/logo.tsx'
import { SafePicture } from '../../parts/safe-picture.tsx'
import { LogoField } from './logo-field.tsx'
import { UnitsField } from './units-field.tsx'
import './site.css'

/** How the console looks at each host before sign-in (BC-8). */
export default function SiteScreen() {
  useText()
  return (
    <ListPage
      resource={siteResource}
      slots={{
        cells: {
          logo: (row) => (
            <span className="site-logo">
              <SafePicture address={safeImage(row.logo)} className="site-logo-picture" fallback={<Logo />} />
            </span>
          ),
          webName: (row) => row.webName || <span className="t3">{byName('site.title')}</span>,
          deptId: (row) => row.deptIdName || <span className="t3">{byName('site.platform')}</span>,
        },
        form: { controls: { logo: <LogoField />, units: <UnitsField /> } },
      }}
    />
  )
}
