import type { faultRecordResource, FieldName } from '@sluice/contract'
import { menuTitle } from '../../../lib/text/menu-title.ts'
import { useText } from '../../../lib/text/text.ts'
import FaultRecordScreen from './fault-record.screen.tsx'

const VALVES = { deviceTypeCode: 'VALVE' } as const
const COLUMNS = [
  'deviceName',
  'code',
  'level',
  'firstTime',
  'clearTime',
  'lasted',
  'valueAtStart',
  'thresholdText',
  'areaId',
  'conditionState',
  'takenName',
] as const satisfies readonly FieldName<typeof faultRecordResource>[]

/** What valves were in alarm for: the record of faults with a type that nobody can take away. */
export default function ValveAlarmScreen() {
  useText()
  return <FaultRecordScreen only={VALVES} title={menuTitle('HistoryValveAlarm', '')} columns={COLUMNS} />
}
