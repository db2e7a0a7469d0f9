import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ask } from '../../lib/page/ask.ts'
import { t } from '../../lib/text/text.ts'
import { loginAddress } from '../guard/redirect.ts'
import { signOut } from './session-flow.ts'

/** SI-20, SI-21: asks, signs out, and opens the sign-in page, which returns here afterwards. */
export function useLeave(): () => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return useCallback(() => {
    const leave = async () => {
      const sure = await ask({
        title: t('ask.title'),
        text: t('session.leave'),
        confirm: t('action.confirm'),
        cancel: t('action.cancel'),
      })
      if (!sure) return
      const back = loginAddress(pathname, search)
      await signOut()
      await navigate(back)
    }
    void leave()
  }, [pathname, search, navigate])
}
