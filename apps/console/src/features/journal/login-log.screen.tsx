import { loginLogResource, type LoginLogRow } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Beside, ListSlots } from '../../parts/list/list-slots.ts'
import { Address, Agent } from '../../domain/origin.tsx'
import { Chip } from '../../parts/status-chip.tsx'
import { LOG_SLOTS, timeCell, userCell } from './log-slots.tsx'

/** What an export writes of the cells with two lines. */
const BESIDE = { username: ['deptName'], result: ['outcome'] } as const satisfies Beside<typeof loginLogResource>

function Result({ line }: { line: LoginLogRow }) {
  const { t } = useText()
  const { result } = line
  if (result === 'OK') {
    return <Chip tone="online" glyph="done" text={t(line.action === 'LOGIN' ? 'log.signedIn' : 'log.signedOut')} />
  }
  const words = byName(`signIn.${result}`, result)
  // Neither in nor refused: the second step is logged on its own.
  if (result === 'code-asked') return <Chip tone="pending" glyph="pending" text={words} />
  return (
    <span className="chips">
      <Chip tone="level4" glyph="failed" text={t('log.refused')} />
      <span>{words}</span>
    </span>
  )
}

/** Who came in, who was turned away and why. */
export default function LoginLogScreen() {
  const { t } = useText()
  const slots: ListSlots<typeof loginLogResource> = {
    ...LOG_SLOTS,
    exportBeside: BESIDE,
    cells: {
      ts: timeCell,
      username: (row) => userCell(row, t('log.nobody')),
      result: (row) => <Result line={row} />,
      ip: ({ ip }) => <Address ip={ip} />,
      userAgent: ({ userAgent }) => <Agent userAgent={userAgent} />,
    },
  }
  return <ListPage resource={loginLogResource} slots={slots} />
}
