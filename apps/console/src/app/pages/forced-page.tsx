import type { ReactNode } from 'react'
import { useText } from '../../lib/text/text.ts'
import { AntdRoot } from '../antd-root.tsx'
import { signOut } from '../session/session-flow.ts'
import { Entrance } from './entrance.tsx'

/** A step that must be completed before anything else opens; the user can only sign out instead. */
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
