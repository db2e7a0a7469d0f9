import { loginLogResource, type LoginLogRow } from '@sluice/contract'
import { byName, useText } from '../../lib/text/text.ts'
import { ListPage } from '../../parts/list/list-page.tsx'
import type { Beside, ListSlots } from '../../parts/list/layout/list-slots.ts'
import { Address, Agent } from '../../domain/origin.tsx'
import { Chip } from '../../parts/reading/status-chip.tsx'
import { LOG_SLOTS, timeCell, userCell } from './log-slots.tsx'

/** The second line of two-line cells, for exports. */
const BESIDE = { username: ['deptName'], result: ['outcome'] } as const satisfies Beside<typeof loginLogResource>

function Result({ line }: { line: LoginLogRow }) {
  const { t } = useText()
  const { result } = line
  if (result === 'OK') {
    return <Chip tone="plain" glyph="done" text={t(line.action === 'LOGIN' ? 'log.signedIn' : 'log.signedOut')} />
  }
  const words = byName(`signIn.${result}`, result)
  // Neither success nor refusal: the second step is logged separately.
  if (result === 'code-asked') return <Chip tone="off" glyph="pending" text={words} />
  return (
    <span className="chips">
      <Chip tone="barred" glyph="failed" text={t('log.refused')} />
      <span>{words}</span>
    </span>
  )
}

/** Who signed in, who was refused and why. */
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
