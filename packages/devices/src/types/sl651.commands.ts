import { READ } from '../command.ts'
import type { ModelCommand, ProductModel } from '@sluice/contract'

const SWITCH = {
  params: {},
  danger: 'CONFIRM',
  absolute: true,
  // 4D cannot leave a switch unchanged: the whole bitmap is sent (SL651 table 59).
  repeatsOthers: true,
  stateMaxAgeS: 900,
} as const

const SWITCHES: readonly ModelCommand[] = [
  { ...SWITCH, code: 'OPEN', target: { opening: 100 } },
  { ...SWITCH, code: 'CLOSE', target: { opening: 0 } },
]

/** READ is the query 37 of present values. */
const QUERY = { code: 'READ', func: '37' } as const

type Commanded = Pick<ProductModel, 'commands' | 'downlinks'>

/** A station that is only read. */
export const SL651_READ: Commanded = {
  commands: [READ],
  downlinks: { protocol: 'SL651', requests: [QUERY] },
}

/** A valve that is opened and closed by its bit of the command 4D. */
export const SL651_VALVE: Commanded = {
  commands: [...SWITCHES, READ],
  downlinks: {
    protocol: 'SL651',
    requests: [QUERY, { code: 'OPEN', func: '4D', on: true }, { code: 'CLOSE', func: '4D', on: false }],
  },
}
