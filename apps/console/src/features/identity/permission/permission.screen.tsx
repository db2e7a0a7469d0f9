import { explainUser, type ExplainedUser } from '@sluice/contract'
import { useSearchParams } from 'react-router'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { Section } from '../../../parts/section/section.tsx'
import { StatusChip } from '../../../parts/reading/status-chip.tsx'
import { PermissionEntries } from './permission-entries.tsx'
import { PermissionQuestion } from './permission-question.tsx'
import { Reasons } from './reasons.tsx'
import { Card } from '../../../parts/section/section.tsx'
import '../api-key/credential.css'

function Roles({ roles }: { roles: ExplainedUser['roles'] }) {
  const { t } = useText()
  if (roles.length === 0) return <p className="hint">{t('explain.noRole')}</p>
  return (
    <div className="explain-entries">
      <table className="plain">
        <thead>
          <tr>
            <th>{t('role.name')}</th>
            <th>{t('role.status')}</th>
            <th>{t('role.dataScope')}</th>
            <th>{t('explain.opens')}</th>
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <tr key={role.id}>
              <td>
                {role.name}
                <small className="t3">{role.code}</small>
              </td>
              <td>
                <StatusChip enumName="status" value={role.isOn ? 'NORMAL' : 'DISABLED'} />
              </td>
              <td>{t(`enum.dataScope.${role.dataScope}`)}</td>
              <td>
                {[
                  ...role.depts.map(({ name }) => name),
                  ...(role.hiddenDepts > 0 ? [t('explain.hiddenDepts', { n: role.hiddenDepts })] : []),
                ].join(t('list.comma')) || '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Scope({ scope }: { scope: ExplainedUser['scope'] }) {
  const { t } = useText()
  const { all, own, depts, hiddenDepts } = scope
  return (
    <>
      {all && <p className="hint">{t('explain.scopeAll')}</p>}
      {own && !all && <p className="hint">{t('explain.scopeOwn')}</p>}
      {!all && depts.length === 0 && hiddenDepts === 0 && !own && <p className="hint">{t('explain.scopeNone')}</p>}
      {!all && (
        <ul className="command-list">
          {depts.map(({ id, name, through }) => (
            <li key={id}>
              {name} <small className="t3">{t('explain.through', { roles: through.join(t('list.comma')) })}</small>
            </li>
          ))}
        </ul>
      )}
      {!all && hiddenDepts > 0 && <p className="hint">{t('explain.hiddenDepts', { n: hiddenDepts })}</p>}
    </>
  )
}

function Explained({ found }: { found: ExplainedUser }) {
  const { t } = useText()
  const { user } = found
  return (
    <>
      <Section
        title={user.nickName}
        beside={
          <>
            <StatusChip enumName="userStatus" value={user.status} />
            <span className="t3">
              {user.username} · {user.deptName}
            </span>
            {user.deptStatus !== 'NORMAL' && <StatusChip enumName="status" value={user.deptStatus} />}
          </>
        }
      >
        <Reasons reasons={found.standing} />
      </Section>
      <Section title={t('explain.question')}>
        <PermissionQuestion userId={user.id} entries={found.entries} />
      </Section>
      <Section title={t('explain.roles')}>
        <Roles roles={found.roles} />
      </Section>
      <Section title={t('explain.scope')}>
        <Scope scope={found.scope} />
      </Section>
      <Section title={t('explain.keys')}>
        <PermissionEntries entries={found.entries} />
      </Section>
    </>
  )
}

/** Why a user may or may not do or see something. */
export default function PermissionScreen() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const userId = search.get('user') ?? undefined
  const found = useAnswer(explainUser, userId !== undefined ? { userId } : null, { staleMs: 0 })
  return (
    <div className="stack">
      <Card>
        <div className="explain-ask">
          <label>
            {t('explain.user')}
            <RefSelect
              to="user"
              value={userId ?? null}
              chosenName={found.data?.user.nickName ?? '…'}
              onChange={(id) => setSearch(id ? { user: id } : {}, { replace: true })}
              aria-label={t('explain.user')}
            />
          </label>
        </div>
        {userId === undefined && <EmptyState icon="user" text={t('explain.choose')} />}
      </Card>
      <Fetched query={found} rows={6} card>
        {(explained) => <Explained key={explained.user.id} found={explained} />}
      </Fetched>
    </div>
  )
}
