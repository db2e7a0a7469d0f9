import { defineResource, type Row } from '../../machine/resource.ts'
import { COMMISSIONING_STATES, COMMISSIONING_STATE_WORDS } from './commissioning.ts'

const isOpen = (state: string) => state === 'BEGUN' || state === 'PROVEN'

/** The commissionings of devices: who put which into service, what it proved, and who accepted it. */
export const commissioningResource = defineResource({
  name: 'commissioning',
  names: { many: ['装机验收', 'Commissionings'], one: ['装机验收', 'commissioning'] },
  service: 'device',
  path: 'commissioning',
  table: 'commissioning',
  permission: 'commissioning',
  scope: 'device',
  display: 'deviceName',
  fields: {
    /** The name of its device, as it is called now. */
    deviceName: { kind: 'text', label: ['设备名称', 'Device name'], write: 'never' },
    deviceId: { kind: 'ref', to: 'device', label: ['设备', 'Device'], required: true, write: 'never' },
    /** That of its device. */
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], write: 'never' },
    state: {
      kind: 'enum',
      label: ['状态', 'State'],
      enumName: 'commissioningState',
      values: COMMISSIONING_STATES,
      words: COMMISSIONING_STATE_WORDS,
      required: true,
      write: 'never',
    },
    createName: { kind: 'text', label: ['安装人', 'Commissioned by'], required: true, write: 'never' },
    beginTime: { kind: 'time', label: ['开始时间', 'Begun'], required: true, write: 'never' },
    proveTime: { kind: 'time', label: ['试验完成', 'Proven'], write: 'never' },
    acceptTime: { kind: 'time', label: ['验收时间', 'Accepted'], write: 'never' },
    installerName: { kind: 'text', label: ['安装签字', 'Signed by installer'], write: 'never' },
    accepterName: { kind: 'text', label: ['验收签字', 'Signed for acceptance'], write: 'never' },
    defects: { kind: 'longText', label: ['缺陷', 'Defects'], max: 300, write: 'never' },
    lng: { kind: 'decimal', label: ['经度', 'Longitude'], min: -180, max: 180, decimals: 6, unit: '°', write: 'never' },
    lat: { kind: 'decimal', label: ['纬度', 'Latitude'], min: -90, max: 90, decimals: 6, unit: '°', write: 'never' },
    /** Of the position that the telephone took. */
    accuracyM: { kind: 'decimal', label: ['定位精度', 'Accuracy'], unit: 'm', decimals: 1, write: 'never' },
    /** How far a hand moved it from there. */
    movedM: { kind: 'decimal', label: ['手移距离', 'Moved by hand'], unit: 'm', decimals: 1, write: 'never' },
    photos: { kind: 'files', accept: 'photo', label: ['照片', 'Photos'], write: 'never' },
  },
  list: {
    columns: ['deviceName', 'state', 'deptId', 'createName', 'beginTime', 'acceptTime', 'accepterName', 'defects'],
    keyword: ['createName', 'installerName', 'accepterName', 'defects'],
    filters: ['state', 'deviceId', 'deptId'],
    ranges: ['beginTime'],
    sorts: ['beginTime', 'acceptTime', 'state'],
    sort: { field: 'beginTime', order: 'desc' },
  },
  detail: {},
  actions: ['export'],
  rowActions: [
    {
      name: 'goOn',
      label: ['继续验收', 'Continue'],
      key: 'commissioning:carryOut',
      to: ({ deviceId }) => `/device/commission?device=${deviceId}`,
      suits: ({ state }) => isOpen(state),
    },
    {
      name: 'print',
      label: ['打印验收单', 'Print the sheet'],
      to: ({ id }) => `/device/commissioning/${id}?print=1`,
      suits: ({ state }) => !isOpen(state),
    },
  ],
})
export type CommissioningRow = Row<typeof commissioningResource>
