/** The form of a function's body, by sender. */
export type BodyForm =
  | 'empty'
  | 'report'
  | 'parameters'
  | 'identifiers'
  | 'periodQuery'
  | 'version'
  | 'events'
  | 'switches'
  | 'gates'
  | 'quota'
  | 'raw'

/** `typed`: the station type code follows F1F1 in the station's frames. `period`: values repeat after a time step. */
export interface FunctionForm {
  up: BodyForm
  down: BodyForm
  typed: boolean
  period: boolean
}

function form(up: BodyForm, down: BodyForm, typed = false, period = false): FunctionForm {
  return { up, down, typed, period }
}

/** Functions of the standard, 2F..51. */
const FORMS: ReadonlyMap<number, FunctionForm> = new Map([
  [0x2f, form('empty', 'empty')],
  [0x30, form('report', 'empty', true)],
  [0x31, form('report', 'empty', true, true)],
  [0x32, form('report', 'empty', true)],
  [0x33, form('report', 'empty', true)],
  [0x34, form('report', 'empty', true)],
  [0x35, form('report', 'empty')],
  [0x36, form('report', 'empty', true)],
  [0x37, form('report', 'empty', true)],
  [0x38, form('report', 'periodQuery', true, true)],
  [0x39, form('report', 'empty')],
  [0x3a, form('report', 'identifiers', true)],
  [0x40, form('parameters', 'parameters')],
  [0x41, form('parameters', 'identifiers')],
  [0x42, form('parameters', 'parameters')],
  [0x43, form('parameters', 'identifiers')],
  [0x44, form('report', 'empty', true)],
  [0x45, form('version', 'empty')],
  [0x46, form('report', 'empty')],
  [0x47, form('parameters', 'parameters')],
  [0x48, form('parameters', 'parameters')],
  [0x49, form('parameters', 'parameters')],
  [0x4a, form('empty', 'empty')],
  [0x4b, form('report', 'report')],
  [0x4c, form('switches', 'switches')],
  [0x4d, form('switches', 'switches')],
  [0x4e, form('gates', 'gates')],
  [0x4f, form('quota', 'quota')],
  [0x50, form('events', 'empty')],
  [0x51, form('empty', 'empty')],
])

const USER_DEFINED = form('raw', 'raw')

/** How to read a function code, or null where the standard reserves it. */
export function functionForm(func: number): FunctionForm | null {
  return func >= 0xe0 ? USER_DEFINED : (FORMS.get(func) ?? null)
}

/** Class codes of stations; each is an ASCII letter. */
export const SL651_STATION_TYPES: ReadonlyMap<string, string> = new Map([
  ['50', 'rain'],
  ['48', 'river'],
  ['4B', 'reservoir'],
  ['5A', 'gate'],
  ['44', 'pumpStation'],
  ['54', 'tide'],
  ['4D', 'soilMoisture'],
  ['47', 'groundwater'],
  ['51', 'waterQuality'],
  ['49', 'intake'],
  ['4F', 'outlet'],
])
