import { commandResource } from '../command/command.resource.ts'
import { refusalResource } from '../gateway/refusal.resource.ts'
import { firmwareDeviceResource } from '../firmware/firmware-device.resource.ts'
import { firmwareResource } from '../firmware/firmware.resource.ts'
import { rolloutResource } from '../firmware/rollout.resource.ts'
import { areaResource } from './area.resource.ts'
import { commissioningResource } from './commissioning/commissioning.resource.ts'
import { deviceGroupResource } from './device-group.resource.ts'
import { deviceTagResource } from './device-tag.resource.ts'
import { deviceTypeResource } from './device-type.resource.ts'
import { deviceResource } from './device.resource.ts'
import { unknownStationResource } from './unknown-station.resource.ts'
import { wellResource } from './well.resource.ts'
import { messageResource } from '../telemetry/message.resource.ts'
import { EVERYBODY, MAINTAINERS, OPERATORS } from '../identity/built-in-role.ts'
import { resourceButtons, resourceScreen, type ScreenFolder } from '../machine/screen.ts'

/** The screens about devices and what they are found and sorted by. */
export const DEVICE_SCREENS: ScreenFolder = {
  name: 'Device',
  title: ['设备', 'Devices'],
  path: '/device',
  icon: 'server',
  screens: [
    resourceScreen(deviceResource, {
      name: 'DeviceIndex',
      title: ['设备列表', 'Device list'],
      path: 'index',
      component: 'device/index',
      icon: 'table',
      for: EVERYBODY,
      may: { insert: OPERATORS, update: OPERATORS, export: EVERYBODY },
      more: [
        { key: 'device:message', title: ['查看报文', 'View frames'], for: MAINTAINERS },
        { key: 'listener:list', title: ['查看接入端口', 'View listeners'] },
        ...resourceButtons(messageResource, { export: MAINTAINERS }),
        { key: 'device:parameter', title: ['设置设备参数', 'Set parameters of devices'], for: OPERATORS },
        { key: 'device:exchangeMeter', title: ['登记换表', 'Write down meter exchanges'], for: OPERATORS },
        {
          key: 'device:setCounter',
          title: ['设置计数位数和脉冲当量', 'Set digits and pulse constants'],
          for: OPERATORS,
        },
        { key: 'history:export', title: ['导出历史数据', 'Export history'], for: EVERYBODY },
        { key: 'historyImport:list', title: ['查看历史数据导入', 'View history imports'], for: EVERYBODY },
        { key: 'historyImport:edit', title: ['导入历史数据', 'Import history'] },
        { key: 'command:list', title: ['查看指令', 'View commands'], for: EVERYBODY },
        { key: 'command:send', title: ['下发指令', 'Send commands'], for: OPERATORS },
        { key: 'command:cancel', title: ['取消指令', 'Cancel commands'], for: OPERATORS },
        ...resourceButtons(commandResource, { export: EVERYBODY }),
      ],
    }),
    {
      name: 'DeviceCommission',
      title: ['现场装机', 'Commission a device'],
      path: 'commission',
      component: 'device/commission',
      key: 'commissioning:carryOut',
      icon: 'scan',
      for: MAINTAINERS,
    },
    resourceScreen(commissioningResource, {
      name: 'DeviceCommissioning',
      path: 'commissioning',
      component: 'device/commissioning',
      icon: 'check',
      for: EVERYBODY,
      may: { export: EVERYBODY },
      more: [{ key: 'commissioning:accept', title: ['签字验收', 'Sign acceptances'], for: MAINTAINERS }],
    }),
    resourceScreen(areaResource, {
      name: 'DeviceArea',
      path: 'area',
      component: 'device/area',
      icon: 'pin',
      for: EVERYBODY,
      may: { insert: OPERATORS, update: OPERATORS, del: OPERATORS, export: EVERYBODY, import: OPERATORS },
    }),
    resourceScreen(deviceGroupResource, {
      name: 'DeviceGroup',
      path: 'group',
      component: 'device/group',
      icon: 'cards',
      for: EVERYBODY,
      may: { insert: OPERATORS, update: OPERATORS, del: OPERATORS, export: EVERYBODY },
    }),
    resourceScreen(wellResource, {
      name: 'DeviceWell',
      path: 'well',
      icon: 'drop',
      for: EVERYBODY,
      may: { insert: OPERATORS, update: OPERATORS, del: OPERATORS, export: EVERYBODY, import: OPERATORS },
    }),
    resourceScreen(deviceTagResource, {
      name: 'DeviceTag',
      path: 'tag',
      icon: 'list',
      for: EVERYBODY,
      may: { insert: OPERATORS, update: OPERATORS, del: OPERATORS, export: EVERYBODY, import: OPERATORS },
    }),
    resourceScreen(deviceTypeResource, {
      name: 'DeviceType',
      path: 'type',
      component: 'device/type',
      icon: 'list',
      for: EVERYBODY,
      may: { export: EVERYBODY },
    }),
    resourceScreen(firmwareResource, {
      name: 'DeviceFirmware',
      path: 'firmware',
      component: 'device/firmware',
      icon: 'box',
      for: MAINTAINERS,
      may: { export: MAINTAINERS },
    }),
    resourceScreen(rolloutResource, {
      name: 'DeviceFirmwareRollout',
      path: 'firmware-rollout',
      component: 'device/firmware-rollout',
      icon: 'upload',
      for: MAINTAINERS,
      may: { export: MAINTAINERS },
    }),
    resourceScreen(firmwareDeviceResource, {
      name: 'DeviceFirmwareDevice',
      path: 'firmware-device',
      component: 'device/firmware-device',
      icon: 'history',
      for: MAINTAINERS,
      may: { export: MAINTAINERS },
    }),
    resourceScreen(unknownStationResource, {
      name: 'DeviceUnknown',
      path: 'unknown',
      component: 'device/unknown',
      icon: 'inbox',
    }),
    resourceScreen(refusalResource, {
      name: 'DeviceRefusal',
      path: 'refusal',
      component: 'device/refusal',
      icon: 'shield',
      for: MAINTAINERS,
      may: { export: MAINTAINERS },
    }),
    {
      name: 'DeviceDetail',
      title: ['设备详情', 'Device'],
      path: 'detail/:id',
      component: 'device/detail',
      hidden: true,
      activeMenu: '/device/index',
      for: EVERYBODY,
    },
  ],
}
