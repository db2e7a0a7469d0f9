import { ADMINISTRATION_DICTIONARIES } from './built-in/administration.table.ts'
import { AFTERSALE_DICTIONARIES } from './built-in/aftersale.table.ts'
import { COMMAND_DICTIONARIES } from './built-in/command.table.ts'
import { FAULT_DICTIONARIES } from './built-in/fault.table.ts'
import { FLOW_DICTIONARIES } from './built-in/flow.table.ts'
import { GEOGRAPHY_DICTIONARIES } from './built-in/geography.table.ts'
import { JOURNAL_DICTIONARIES } from './built-in/journal.table.ts'
import { NOTICE_DICTIONARIES } from './built-in/notice.table.ts'
import { OFFICE_DICTIONARIES } from './built-in/office.table.ts'
import { REGISTRY_DICTIONARIES } from './built-in/registry.table.ts'
import { TELEMETRY_DICTIONARIES } from './built-in/telemetry.table.ts'
import type { BuiltInType } from './built-in/built-in-type.ts'

export type { BuiltInEntry, BuiltInType } from './built-in/built-in-type.ts'

/** One dictionary for each enum of the contract (domain 15.5), and those of administration and office (DC-6). */
export const BUILT_IN_DICTIONARIES: readonly BuiltInType[] = [
  ...ADMINISTRATION_DICTIONARIES,
  ...REGISTRY_DICTIONARIES,
  ...TELEMETRY_DICTIONARIES,
  ...FAULT_DICTIONARIES,
  ...AFTERSALE_DICTIONARIES,
  ...NOTICE_DICTIONARIES,
  ...OFFICE_DICTIONARIES,
  ...FLOW_DICTIONARIES,
  ...COMMAND_DICTIONARIES,
  ...JOURNAL_DICTIONARIES,
  ...GEOGRAPHY_DICTIONARIES,
]
