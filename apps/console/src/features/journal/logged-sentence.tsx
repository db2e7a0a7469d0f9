import type { OperationLogRow } from '@sluice/contract'
import { t, useText } from '../../lib/text/text.ts'
import { Icon, type IconName } from '../../parts/icon/icons.tsx'
import { OperationSentence } from '../../parts/log/operation-sentence.tsx'
import { faultWords, Objects, useLogged } from './logged-objects.tsx'

type By = Pick<OperationLogRow, 'username' | 'nickName' | 'apiKeyName'>

/** The actors that are nobody's account, as the server names them. */
const RETENTION = 'retention'
const SHELL = 'command line'
const DEVICE = 'provision'

/** The person, the program by its key, or the system. */
function whoWords({ username, nickName, apiKeyName }: By): string {
  if (apiKeyName) return t('said.byKey', { name: apiKeyName })
  if (nickName) return nickName
  if (username === RETENTION) return t('said.byRetention')
  if (username === DEVICE) return t('said.byDevice')
  return username === SHELL ? t('said.byShell') : username
}

/** A program and the system have a sign, a person the first letter of their name. */
function signOf({ apiKeyName, nickName }: By): IconName | null {
  if (apiKeyName) return 'key'
  return nickName ? null : 'history'
}

export function WhoSign({ by }: { by: By }) {
  const icon = signOf(by)
  return (
    <span className={icon ? 'log-who quiet' : 'log-who'} aria-hidden="true">
      {icon ? <Icon name={icon} size={12} /> : Array.from(whoWords(by))[0]}
    </span>
  )
}

/** The rows that a line is about, or the lines of its batch where that is one row. */
function countOf(line: Pick<OperationLogRow, 'targetIds'>, batchLines: number): number {
  return Math.max(line.targetIds.length, batchLines)
}

/** Who did what to which rows. `alone`: only this line, not its batch. */
export function LoggedSentence({ line, alone = false }: { line: OperationLogRow; alone?: boolean }) {
  useText()
  const logged = useLogged(line.id)
  return (
    <OperationSentence
      action={line.action}
      code={logged?.command?.code}
      who={<span title={[line.username, line.deptName].filter(Boolean).join(' · ')}>{whoWords(line)}</span>}
      object={<Objects line={line} n={alone ? line.targetIds.length : countOf(line, logged?.batch.lines ?? 1)} />}
      what={faultWords(logged)}
    />
  )
}
