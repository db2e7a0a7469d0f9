import { defineResource, type Row } from '../machine/resource.ts'

/**
 * Stations that report and belong to no device yet, read only; two thousand at most. They are never acknowledged, and
 * their frames may belong to any department: only users who see everything see them.
 */
export const unknownStationResource = defineResource({
  name: 'unknownStation',
  names: { many: ['待接入站点', 'Unknown stations'], one: ['待接入站点', 'unknown station'] },
  service: 'device',
  path: 'unknownStation',
  table: 'unknown_station',
  permission: 'unknownStation',
  scope: 'platform',
  display: 'address',
  fields: {
    address: { kind: 'text', required: true, write: 'never' },
    protocol: { kind: 'text', required: true, write: 'never' },
    /** Where its last frame came from: address and port. */
    remote: { kind: 'text', required: true, write: 'never' },
    frameCount: { kind: 'integer', required: true, write: 'never' },
    firstTime: { kind: 'time', required: true, write: 'never' },
    lastTime: { kind: 'time', required: true, write: 'never' },
  },
  list: {
    columns: ['address', 'protocol', 'remote', 'frameCount', 'firstTime', 'lastTime'],
    keyword: ['address', 'remote'],
    filters: ['protocol'],
    ranges: ['lastTime'],
    sort: { field: 'lastTime', order: 'desc' },
  },
  actions: ['export'],
})
export type UnknownStationRow = Row<typeof unknownStationResource>
