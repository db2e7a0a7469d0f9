import { RESOURCES } from '../resources.ts'

/** Resources whose rows an action changes, or says something of, beside those of its own: by the action, or by its area. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  // A station with a device is not unknown any more.
  device: ['unknownStation', 'sensor'],
  'deviceGroup.addMembers': ['device'],
  'deviceGroup.removeMembers': ['device'],
  'historyImport.faults': ['fault'],
  'historyImport.repairs': ['repairRecord'],
  'repairRecord.replaceUnit': ['device'],
  sensorCalibration: ['sensor'],
}

/** It leaves the data as they are: its line is all that it writes. */
const isReading = (action: string) => action.endsWith('.export')

/**
 * The names of the resources whose lists show rows that an action of the operation log changed: its own, those that show
 * the same table, and what it changes beside them.
 */
export function listsChangedBy(action: string): string[] {
  if (isReading(action)) return []
  const [area = ''] = action.split('.')
  const changed = [area, ...(BESIDE[area] ?? []), ...(BESIDE[action] ?? [])]
  const tables = new Set(changed.flatMap((name) => RESOURCES[name]?.table ?? []))
  return Object.values(RESOURCES)
    .filter(({ table }) => tables.has(table))
    .map(({ name }) => name)
}
