import { Card } from '../../../parts/section/section.tsx'
import { BALANCE_PEOPLE_MOST, leaveBalances, leaveLedger, type PersonBalance } from '@sluice/contract'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../../lib/access/access.tsx'
import { useAnswer } from '../../../lib/api/answer.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime, useNow } from '../../../lib/time/clock.ts'
import { Button } from '../../../parts/button/button.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { Caret } from '../../../parts/icon/caret.tsx'
import { daysText } from '../half-days.ts'
import { AdjustForm } from './adjust-form.tsx'
import { GrantForm } from './grant-form.tsx'
import './balance.css'

const HOUR_MS = 3_600_000

/** What leave the people in sight have in a year, and why. */
export default function BalanceScreen() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const mayGrant = usePermission(['leaveBalance:grant'])
  const now = useNow(HOUR_MS)
  const year = Number(search.get('year') ?? showTime(now, '{y}'))
  const deptId = search.get('dept')
  const [isGranting, setGranting] = useState(false)
  const answer = useAnswer(leaveBalances, { year, ...(deptId ? { deptId } : {}) }, { keep: true, follows: ['user'] })
  const go = (name: string, value: string | undefined) =>
    setSearch(
      (before) => {
        if (value === undefined) before.delete(name)
        else before.set(name, value)
        return before
      },
      { replace: true },
    )
  return (
    <Card className="leave-balances">
      <div className="panel-head">
        <ToolButton label={t('leaveBalance.before')} icon="left" onClick={() => go('year', String(year - 1))} />
        <h2 className="num">{year}</h2>
        <ToolButton label={t('leaveBalance.after')} icon="right" onClick={() => go('year', String(year + 1))} />
        <span className="dept">
          <RefSelect
            to="dept"
            value={deptId}
            placeholder={t('leaveBalance.dept')}
            onChange={(id) => go('dept', id)}
            aria-label={t('leaveBalance.dept')}
          />
        </span>
        {mayGrant && (
          <Button kind="theme" onClick={() => setGranting(true)} disabled={answer.data === undefined}>
            {t('leaveBalance.grant')}
          </Button>
        )}
      </div>
      <Fetched query={answer} rows={8}>
        {({ people, more }) => (
          <>
            {people.length === 0 && <EmptyState icon="users" text={t('leaveBalance.none')} />}
            <ul className="balance-rows">
              {people.map((person) => (
                <Person key={person.userId} year={year} person={person} />
              ))}
            </ul>
            {more && <p className="hint">{t('leaveBalance.more', { n: BALANCE_PEOPLE_MOST })}</p>}
            {isGranting && <GrantForm year={year} people={people} onClose={() => setGranting(false)} />}
          </>
        )}
      </Fetched>
    </Card>
  )
}

function Person({ year, person }: { year: number; person: PersonBalance }) {
  const { t } = useText()
  const mayAdjust = usePermission(['leaveBalance:adjust'])
  const [isOpen, setOpen] = useState(false)
  const [isAdjusting, setAdjusting] = useState(false)
  const { userId, name, deptName, serviceYears, balances } = person
  return (
    <li>
      <div className="balance-row">
        <button type="button" className="balance-who" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Caret kind="branch" open={isOpen} />
          <span>
            <b>{name}</b>
            <small>{deptName}</small>
          </span>
        </button>
        <span className="t3 balance-service">
          {serviceYears === null ? t('leaveBalance.noService') : t('leaveBalance.service', { n: serviceYears })}
        </span>
        <span className="balance-left">
          {balances.length === 0 && <span className="t3">{t('leaveBalance.nothing')}</span>}
          {balances.map(({ type, halves }) => (
            <span key={type}>
              {byName(`enum.leaveType.${type}`)} <b className="num">{daysText(halves)}</b>
            </span>
          ))}
        </span>
        {mayAdjust && (
          <span className="balance-do">
            <Button onClick={() => setAdjusting(true)}>{t('leaveBalance.adjust')}</Button>
          </span>
        )}
      </div>
      {isOpen && <Ledger userId={userId} name={name} year={year} />}
      {isAdjusting && <AdjustForm year={year} person={person} onClose={() => setAdjusting(false)} />}
    </li>
  )
}

/** Every line of a person's year with its cause. */
function Ledger({ userId, name, year }: { userId: string; name: string; year: number }) {
  const { t } = useText()
  const answer = useAnswer(leaveLedger, { userId, year })
  return (
    <div className="ledger">
      <Fetched query={answer} rows={2} empty={<p className="hint">{t('leaveBalance.ledgerEmpty')}</p>}>
        {(lines) => (
          <table className="plain" aria-label={t('leaveBalance.ledger', { name })}>
            <thead>
              <tr>
                <th scope="col">{t('leaveBalance.date')}</th>
                <th scope="col">{t('leaveBalance.type')}</th>
                <th scope="col">{t('leaveBalance.cause')}</th>
                <th scope="col">{t('leaveBalance.by')}</th>
                <th scope="col" className="num">
                  {t('leaveBalance.change')}
                </th>
                <th scope="col" className="num">
                  {t('leaveBalance.left')}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ id, type, kind, halves, after, serviceYears: years, reason, byName: by, createTime }) => (
                <tr key={id}>
                  <td className="num">{showTime(createTime, '{m}-{d}')}</td>
                  <td>{byName(`enum.leaveType.${type}`)}</td>
                  <td>
                    {t(`leaveBalance.kind.${kind}`)}
                    <small>{years === null ? reason : t('leaveBalance.service', { n: years })}</small>
                  </td>
                  <td>{by}</td>
                  <td className="num">{halves > 0 ? `+${daysText(halves)}` : `−${daysText(-halves)}`}</td>
                  <td className="num">
                    <b>{daysText(after)}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Fetched>
    </div>
  )
}
