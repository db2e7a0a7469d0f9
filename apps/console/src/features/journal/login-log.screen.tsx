import type { LoginLine } from '@sluice/contract'
import { ERRORS, type ErrorCode, errorText, loginLogPage, SIGN_IN_OUTCOMES } from '@sluice/contract'
import type { TableColumnsType } from 'antd'
import { call } from '../../lib/api.ts'
import { showTime } from '../../lib/clock.ts'
import { MISSING } from '../../lib/reading-format.ts'
import { byName, currentLanguage, t, useText } from '../../lib/text.ts'
import { agentOf, placeOf } from '../../lib/user-agent.ts'
import { Chip } from '../../parts/status-chip.tsx'
import { LogList } from './log-list.tsx'

const NAMES = ['username', 'ip', 'action', 'outcome']

function resultWords(result: string): string {
  return Object.hasOwn(ERRORS, result) ? errorText(result as ErrorCode, currentLanguage()) : result
}

function Result({ line }: { line: LoginLine }) {
  useText()
  if (line.result === 'OK') {
    return <Chip tone="online" glyph="done" text={t(line.action === 'LOGIN' ? 'log.signedIn' : 'log.signedOut')} />
  }
  // Neither in nor refused: the second step is logged on its own.
  if (line.result === 'code-asked') return <Chip tone="pending" glyph="pending" text={t('log.codeAsked')} />
  return (
    <span className="chips">
      <Chip tone="level4" glyph="failed" text={t('log.refused')} />
      <span>{resultWords(line.result)}</span>
    </span>
  )
}

export function Agent({ userAgent }: { userAgent: string }) {
  const { browser, system } = agentOf(userAgent)
  return (
    <span title={userAgent}>{[browser, system].filter(Boolean).join(' · ') || userAgent.slice(0, 40) || MISSING}</span>
  )
}

const COLUMNS = (): TableColumnsType<LoginLine> => [
  { key: 'ts', title: t('log.time'), render: (_v, line) => <span className="num">{showTime(line.ts)}</span> },
  {
    key: 'user',
    title: t('log.user'),
    render: (_v, line) => (
      <span className="list-name">
        <span>{line.username}</span>
        <small>{line.deptName ?? t('log.nobody')}</small>
      </span>
    ),
  },
  { key: 'action', title: t('log.what'), render: (_v, line) => byName(`enum.loginAction.${line.action}`) },
  { key: 'result', title: t('log.result'), render: (_v, line) => <Result line={line} /> },
  {
    key: 'ip',
    title: t('log.ip'),
    render: (_v, line) => (
      <span className="list-name">
        <span className="num">{line.ip}</span>
        <small>{byName(`enum.place.${placeOf(line.ip)}`)}</small>
      </span>
    ),
  },
  { key: 'agent', title: t('log.agent'), render: (_v, line) => <Agent userAgent={line.userAgent} /> },
]

/** Who came in, who was turned away and why. */
export default function LoginLogScreen() {
  useText()
  return (
    <LogList<LoginLine>
      name="loginLog"
      title={t('log.login')}
      names={NAMES}
      filters={[
        { name: 'username', label: t('log.user') },
        { name: 'ip', label: t('log.ip') },
        {
          name: 'action',
          label: t('log.what'),
          options: ['LOGIN', 'LOGOUT'].map((value) => ({ value, label: byName(`enum.loginAction.${value}`) })),
        },
        {
          name: 'outcome',
          label: t('log.result'),
          options: SIGN_IN_OUTCOMES.map((value) => ({ value, label: byName(`enum.outcome.${value}`) })),
        },
      ]}
      columns={COLUMNS()}
      load={(input, signal) => call(loginLogPage, input, { inPlace: true, signal })}
    />
  )
}
