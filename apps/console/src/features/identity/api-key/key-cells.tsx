import type { ApiKeyRow, ownApiKeyResource } from '@sluice/contract'
import { showTime } from '../../../lib/time/clock.ts'
import { byName } from '../../../lib/text/text.ts'
import type { Cells } from '../../../parts/list/table/table-props.ts'
import { Chip } from '../../../parts/reading/status-chip.tsx'
import { Scopes } from './scopes.tsx'

/** Glyph and word, never colour alone. */
function State({ state }: Pick<ApiKeyRow, 'state'>) {
  const isActive = state === 'ACTIVE'
  return (
    <Chip
      tone={isActive ? 'plain' : 'off'}
      glyph={isActive ? 'done' : 'disabled'}
      text={byName(`enum.apiKeyState.${state}`)}
    />
  )
}

/** The cells of a key, in the user's own list and in that of all keys. */
export const KEY_CELLS = {
  scopes: (row: Pick<ApiKeyRow, 'scopes'>) => <Scopes keys={row.scopes} />,
  state: (row: Pick<ApiKeyRow, 'state'>) => <State state={row.state} />,
  // The expiry is in the future, so it is a time and not an age.
  expireTime: (row: Pick<ApiKeyRow, 'expireTime'>) => <span className="num">{showTime(row.expireTime)}</span>,
  prefix: (row: Pick<ApiKeyRow, 'prefix'>) => <code>slk_{row.prefix}…</code>,
} satisfies Cells<typeof ownApiKeyResource>
