import type { ReactNode } from 'react'
import { useText } from '../../lib/text/text.ts'
import { AntdRoot } from '../antd-root.tsx'
import { signOut } from '../session/session-flow.ts'
import { Entrance } from './entrance.tsx'

/** What must be done before anything else opens; the only other way leads out. */
export function ForcedPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useText()
  return (
    <AntdRoot>
      <Entrance title={title} lead={text}>
        {children}
        <p className="login-links">
          <button type="button" className="link" onClick={() => void signOut()}>
            {t('header.signOut')}
          </button>
        </p>
      </Entrance>
    </AntdRoot>
  )
}
