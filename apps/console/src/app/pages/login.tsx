import { useEffect } from 'react'
import { Link } from 'react-router'
import { useSite } from '../../lib/page/site.ts'
import { useText } from '../../lib/text/text.ts'
import { loadAtLeisure } from '../ahead.ts'
import { Entrance } from './entrance.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginPage() {
  const { t } = useText()
  const { webName, registration } = useSite()
  useEffect(() => loadAtLeisure(), [])
  return (
    <Entrance title={webName || t('site.title')} lead={t('login.lead')}>
      <LoginForm />
      <p className="login-links">
        {registration && (
          <Link className="link" to="/register">
            {t('register.link')}
          </Link>
        )}
        <span>{t('login.forgot')}</span>
      </p>
    </Entrance>
  )
}
