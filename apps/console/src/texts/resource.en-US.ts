import type { resourceZh } from './resource.zh-CN.ts'

export const resourceEn: Record<keyof typeof resourceZh, string> = {
  'resource.geoFeature': 'Geography',
  'one.geoFeature': 'feature',
  'resource.user': 'Users',
  'resource.dept': 'Departments',
  'resource.role': 'Roles',
  'resource.device': 'Devices',
  'resource.product': 'Products',
  'one.user': 'user',
  'one.dept': 'department',
  'one.role': 'role',
  'one.device': 'device',
  'resource.apiKey': 'API keys',
  'resource.valveSlave': 'Valves',
  'resource.fault': 'Device faults',
  'resource.command': 'Command ledger',
  'resource.message': 'Frames',
  'resource.unknownStation': 'Unknown stations',
  'resource.refusal': 'Refusals',
  'resource.history': 'History',
}
