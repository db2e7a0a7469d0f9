import type { ReactNode } from 'react'
import { useText } from '../../lib/text.ts'
import { Logo } from '../../parts/logo.tsx'
import { AntdRoot } from '../antd-root.tsx'
import { signOut } from '../session/session-flow.ts'

/** What must be done before anything else opens; the only other way leads out. */
export function ForcedPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useText()
  return (
    <AntdRoot>
      <main className="standalone">
        <section className="card forced">
          <Logo size={34} />
          <h1>{title}</h1>
          <p>{text}</p>
          {children}
          <button type="button" className="link" onClick={() => void signOut()}>
            {t('header.signOut')}
          </button>
        </section>
      </main>
    </AntdRoot>
  )
}
