import type { ApiKey } from '@sluice/contract'
import { showTime } from '../../lib/clock.ts'
import type { ListSlots } from '../../parts/list/list-page.tsx'
import { KeyState } from './key-state.tsx'
import { Scopes } from './scopes.tsx'

const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

/** How the fields of a key stand in a list. */
export const KEY_CELLS: NonNullable<ListSlots['cells']> = {
  scopes: (row) => <Scopes keys={textsOf(row['scopes'])} />,
  state: (row) => <KeyState state={row['state'] as ApiKey['state']} />,
  // An age is for what was: this is to come.
  expireTime: (row) => <span className="num">{showTime(String(row['expireTime']))}</span>,
  prefix: (row) => <code>slk_{String(row['prefix'])}…</code>,
}
