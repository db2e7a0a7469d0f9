import type { ApiKeyRow, ownApiKeyResource } from '@sluice/contract'
import { showTime } from '../../../lib/time/clock.ts'
import { byName } from '../../../lib/text/text.ts'
import type { Cells } from '../../../parts/list/table/table-props.ts'
import { Chip } from '../../../parts/status-chip.tsx'
import { Scopes } from './scopes.tsx'

/** No colour alone: glyph and word. */
function State({ state }: Pick<ApiKeyRow, 'state'>) {
  const tone = state === 'ACTIVE' ? 'online' : 'disabled'
  return <Chip tone={tone} glyph={tone} text={byName(`enum.apiKeyState.${state}`)} />
}

/** How the fields of a key stand in a list: of one's own, or of everybody's. */
export const KEY_CELLS = {
  scopes: (row: Pick<ApiKeyRow, 'scopes'>) => <Scopes keys={row.scopes} />,
  state: (row: Pick<ApiKeyRow, 'state'>) => <State state={row.state} />,
  // An age is for what was: this is to come.
  expireTime: (row: Pick<ApiKeyRow, 'expireTime'>) => <span className="num">{showTime(row.expireTime)}</span>,
  prefix: (row: Pick<ApiKeyRow, 'prefix'>) => <code>slk_{row.prefix}…</code>,
} satisfies Cells<typeof ownApiKeyResource>
