import { DETAIL_COMPONENT, resourceComponent, RESOURCES } from '@sluice/contract'
import { type ComponentType, createElement, lazy, type LazyExoticComponent } from 'react'

const DetailScreen = lazy(() => import('../parts/detail-page/detail-screen.tsx'))
const ResourceScreen = lazy(() => import('../parts/list/resource-screen.tsx'))

type Screen = LazyExoticComponent<ComponentType>

/** The code of every hand-made screen, by the component that the contract's list names (MR-3). */
export const OWN_SCREENS: Readonly<Record<string, Screen>> = {
  'dashboard/index': lazy(() => import('./dashboard.tsx')),
  'admin/user': lazy(() => import('../features/identity/user.screen.tsx')),
  'admin/dept': lazy(() => import('../features/identity/department.screen.tsx')),
  'admin/role': lazy(() => import('../features/identity/role/role.screen.tsx')),
  'admin/resource': lazy(() => import('../features/identity/permission/resource.screen.tsx')),
  'admin/dict': lazy(() => import('../features/dictionary/dict.screen.tsx')),
  'admin/site': lazy(() => import('../features/site/site.screen.tsx')),
  'admin/session': lazy(() => import('../features/identity/session.screen.tsx')),
  'log/operation': lazy(() => import('../features/journal/operation-log.screen.tsx')),
  'log/login': lazy(() => import('../features/journal/login-log.screen.tsx')),
  'log/system': lazy(() => import('../features/journal/system-log.screen.tsx')),
  'admin/permission': lazy(() => import('../features/identity/permission/permission.screen.tsx')),
  'admin/api-key': lazy(() => import('../features/identity/api-key/api-key.screen.tsx')),
  'profile/index': lazy(() => import('../features/identity/account/profile.screen.tsx')),
  'device/index': lazy(() => import('../features/registry/device.screen.tsx')),
  'device/commission': lazy(() => import('./commission.tsx')),
  'detail/commissioning': lazy(() => import('../features/registry/commissioning/commissioning-detail.screen.tsx')),
  'device/commissioning': lazy(() => import('../features/registry/commissioning/commissioning.screen.tsx')),
  'device/area': lazy(() => import('../features/registry/area.screen.tsx')),
  'detail/area': lazy(() => import('../features/registry/area-detail.screen.tsx')),
  'device/group': lazy(() => import('../features/registry/group/group.screen.tsx')),
  'detail/deviceGroup': lazy(() => import('../features/registry/group/group-detail.screen.tsx')),
  'device/type': lazy(() => import('../features/registry/device-type.screen.tsx')),
  'device/firmware': lazy(() => import('../features/firmware/firmware.screen.tsx')),
  'detail/firmware': lazy(() => import('../features/firmware/firmware-detail.screen.tsx')),
  'device/firmware-rollout': lazy(() => import('../features/firmware/rollout.screen.tsx')),
  'detail/firmwareRollout': lazy(() => import('../features/firmware/rollout-detail.screen.tsx')),
  'device/firmware-device': lazy(() => import('../features/firmware/firmware-device.screen.tsx')),
  'device/unknown': lazy(() => import('../features/registry/unknown-station.screen.tsx')),
  'device/refusal': lazy(() => import('../features/registry/refusal.screen.tsx')),
  'netty/connect-log': lazy(() => import('../features/diagnostics/connect-log.screen.tsx')),
  'netty/byte-log': lazy(() => import('../features/diagnostics/byte-log/byte-log.screen.tsx')),
  'netty/frame': lazy(() => import('../features/diagnostics/frame/frame.screen.tsx')),
  'netty/netty-cmd': lazy(() => import('../features/diagnostics/command-page/command-page.screen.tsx')),
  'netty/blocked': lazy(() => import('../features/diagnostics/blocked/blocked.screen.tsx')),
  'netty/operator-key': lazy(() => import('../features/diagnostics/command-page/operator-key.screen.tsx')),
  'product/index': lazy(() => import('../features/registry/product/product.screen.tsx')),
  'detail/product': lazy(() => import('../features/registry/product/product-detail.screen.tsx')),
  'valve/slave': lazy(() => import('./valve-slave.tsx')),
  'sensor/index': lazy(() => import('../features/sensor/sensor.screen.tsx')),
  'sensor/calibration': lazy(() => import('../features/sensor/calibration.screen.tsx')),
  'temperature/device-list': lazy(() => import('../features/temperature/temp-device.screen.tsx')),
  'temperature/excursion': lazy(() => import('../features/temperature/excursion.screen.tsx')),
  'leave/balance': lazy(() => import('../features/office/balance/balance.screen.tsx')),
  'leave/calendar': lazy(() => import('../features/office/calendar/calendar.screen.tsx')),
  'lamp/slave': lazy(() => import('./lamp-slave.tsx')),
  'valve/ledger': lazy(() => import('../features/command/command-ledger.screen.tsx')),
  'leave/run-task': lazy(() => import('../features/flow/inbox/inbox.screen.tsx')),
  'leave/his-task': lazy(() => import('../features/flow/instance/own-tasks.screen.tsx')),
  'leave/me-apply': lazy(() => import('../features/flow/instance/own-flows.screen.tsx')),
  'workflow/process/start': lazy(() => import('../features/flow/start/start.screen.tsx')),
  'workflow/instance': lazy(() => import('../features/flow/instance/instance.screen.tsx')),
  'aftersale/repair-record': lazy(() => import('./repair-record.tsx')),
  'detail/repairRecord': lazy(() => import('../features/aftersale/repair-detail.screen.tsx')),
  'fault/reliability': lazy(() => import('../features/fault/figures/reliability.screen.tsx')),
  'fault/fault-code': lazy(() => import('../features/fault/code/fault-code.screen.tsx')),
  'fault/notice-channel': lazy(() => import('../features/notice/channel/channels.screen.tsx')),
  'fault/fault-push': lazy(() => import('../features/notice/push-explain.screen.tsx')),
  'fault/duty': lazy(() => import('../features/notice/duty.screen.tsx')),
  'fault/duty-holiday': lazy(() => import('../features/notice/duty-holiday.screen.tsx')),
  'fault/notice-user': lazy(() => import('../features/notice/notice-user.screen.tsx')),
  'fault/push-rule': lazy(() => import('../features/notice/push-rule.screen.tsx')),
  'fault/push-record': lazy(() => import('../features/notice/push-record.screen.tsx')),
  'fault/push-limit': lazy(() => import('../features/notice/push-limit.screen.tsx')),
  'configuration/alarm': lazy(() => import('../features/fault/limit/alarm-limit.screen.tsx')),
  'history/valve-alarm': lazy(() => import('../features/fault/record/valve-alarm.screen.tsx')),
  'fault/fault-record': lazy(() => import('../features/fault/record/fault-record.screen.tsx')),
  'detail/fault': lazy(() => import('./fault-detail.tsx')),
  'fault/fault-device': lazy(() => import('../features/fault/fault-device.screen.tsx')),
  'fault/valve-fault': lazy(() => import('../features/fault/valve-fault.screen.tsx')),
  'workflow/definition': lazy(() => import('../features/flow/definition/definition.screen.tsx')),
  'detail/flowDefinition': lazy(() => import('../features/flow/designer/flow-designer.screen.tsx')),
  'device/detail': lazy(() => import('./device-detail.tsx')),
}

/** Lists and forms without code of their own. */
const RESOURCE_SCREENS: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.values(RESOURCES).map((resource) => [
    resourceComponent(resource),
    () => createElement(ResourceScreen, { resource }),
  ]),
)

/** Pages of one row without code of their own. */
const DETAIL_SCREENS: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.values(RESOURCES)
    .filter(({ detail }) => detail)
    .map((resource) => [DETAIL_COMPONENT + resource.name, () => createElement(DetailScreen, { resource })]),
)

export const SCREEN_COMPONENTS: Readonly<Record<string, ComponentType>> = {
  ...RESOURCE_SCREENS,
  ...DETAIL_SCREENS,
  ...OWN_SCREENS,
}
