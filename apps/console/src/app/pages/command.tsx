import { Link } from 'react-router'
import { CommandForm } from '../../features/diagnostics/command-page/command-form.tsx'
import { useText } from '../../lib/text/text.ts'
import { AntdRoot } from '../antd-root.tsx'
import { Entrance } from './entrance.tsx'

/** 下发指令 without a session (RG-1, AM-1): the same form, for who holds a one-time key. */
export default function PublicCommandPage() {
  const { t } = useText()
  return (
    <AntdRoot>
      <Entrance title={t('commandPage.title')} lead={t('commandPage.lead')}>
        <CommandForm />
        <p className="login-foot">
          <Link to="/login?redirect=%2Fnetty%2Fnetty-cmd">{t('commandPage.signIn')}</Link>
        </p>
      </Entrance>
    </AntdRoot>
  )
}
