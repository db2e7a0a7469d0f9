import { type OperatorKeyRow, operatorKeyResource } from '@sluice/contract'
import { byName } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import { Chip } from '../../../parts/reading/status-chip.tsx'
import { IssueOperatorKey } from './issue-operator-key.tsx'

/** Glyph and word, never colour alone. */
function State({ state }: Pick<OperatorKeyRow, 'state'>) {
  const isActive = state === 'ACTIVE'
  return (
    <Chip
      tone={isActive ? 'plain' : 'off'}
      glyph={state === 'USED' || isActive ? 'done' : 'disabled'}
      text={byName(`enum.operatorKeyState.${state}`)}
    />
  )
}

const SLOTS: ListSlots<typeof operatorKeyResource> = {
  cells: {
    prefix: ({ prefix }) => <code>{prefix}…</code>,
    codes: ({ codes }) => <>{codes.map((code) => byName(`command.${code}`, code)).join(' · ')}</>,
    state: (row) => <State state={row.state} />,
    // The expiry is in the future, so it is a time and not an age.
    expireTime: ({ expireTime }) => <span className="num">{showTime(expireTime)}</span>,
  },
  listForms: { issue: (close) => <IssueOperatorKey onClose={close} /> },
}

/** One-time keys for people in the field without an account. */
export default function OperatorKeyScreen() {
  return <ListPage resource={operatorKeyResource} slots={SLOTS} />
}
