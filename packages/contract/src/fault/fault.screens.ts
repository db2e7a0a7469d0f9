import { EVERYBODY } from '../identity/built-in-role.ts'
import type { Screen } from '../machine/screen.ts'
import { faultRecordResource } from './fault.resource.ts'

/** For whoever looks back: everybody who sees the devices. */
export const FAULT_RECORD_SCREEN: Screen = {
  name: 'FaultRecord',
  title: faultRecordResource.names.many,
  path: 'fault-record',
  component: 'fault/fault-record',
  resource: faultRecordResource,
  icon: 'history',
  for: EVERYBODY,
}
