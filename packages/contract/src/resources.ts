import { repairRecordResource } from './aftersale/repair-record.resource.ts'
import { commandResource } from './command/command.resource.ts'
import { dictEntryResource } from './dictionary/dict-entry.resource.ts'
import { dictTypeResource } from './dictionary/dict-type.resource.ts'
import { alarmLimitResource } from './fault/alarm-limit.resource.ts'
import { faultCodeResource } from './fault/fault-code.resource.ts'
import { maintenanceWindowResource } from './fault/maintenance-window.resource.ts'
import { faultRecordResource, faultResource } from './fault/fault.resource.ts'
import { operatorKeyResource } from './command/operator-key.ts'
import { commandTemplateResource } from './command/command-template.resource.ts'
import { blockedAddressResource } from './gateway/blocked-address.resource.ts'
import { connectLogResource } from './gateway/connect-log.resource.ts'
import { refusalResource } from './gateway/refusal.resource.ts'
import { firmwareDeviceResource } from './firmware/firmware-device.resource.ts'
import { firmwareResource } from './firmware/firmware.resource.ts'
import { rolloutResource } from './firmware/rollout.resource.ts'
import { flowDefinitionResource } from './flow/flow-definition.resource.ts'
import { flowInstanceResource, ownFlowResource } from './flow/flow-instance.resource.ts'
import { flowTaskResource } from './flow/flow-task.resource.ts'
import { geoFeatureResource } from './geography/geo-feature.resource.ts'
import { apiKeyResource, ownApiKeyResource } from './identity/api-key.resource.ts'
import { departmentResource } from './identity/department.resource.ts'
import { menuEntryResource } from './identity/menu-entry.resource.ts'
import { sessionResource } from './identity/online.operations.ts'
import { roleResource } from './identity/role.resource.ts'
import { userResource } from './identity/user.resource.ts'
import { loginLogResource } from './journal/login-log.resource.ts'
import { operationLogResource } from './journal/operation-log.resource.ts'
import { systemLogResource } from './journal/system-log.resource.ts'
import { dutyHolidayResource } from './notice/duty-holiday.resource.ts'
import { noticeUserResource } from './notice/notice-user.resource.ts'
import { pushLimitResource } from './notice/push-limit.resource.ts'
import { pushRecordResource } from './notice/push-record.resource.ts'
import { pushRuleResource } from './notice/push-rule.resource.ts'
import { areaResource } from './registry/area.resource.ts'
import { categoryResource } from './registry/category.resource.ts'
import { commissioningResource } from './registry/commissioning/commissioning.resource.ts'
import { deviceGroupResource } from './registry/device-group.resource.ts'
import { deviceTagResource } from './registry/device-tag.resource.ts'
import { deviceTypeResource } from './registry/device-type.resource.ts'
import { deviceResource } from './registry/device.resource.ts'
import { productResource } from './registry/product/product.resource.ts'
import { unknownStationResource } from './registry/unknown-station.resource.ts'
import { wellResource } from './registry/well.resource.ts'
import { sensorCalibrationResource } from './sensor/sensor-calibration.resource.ts'
import { sensorResource } from './sensor/sensor.resource.ts'
import { siteResource } from './site/site.resource.ts'
import { messageResource } from './telemetry/message.resource.ts'
import { tempDeviceResource } from './temperature/temp-device.resource.ts'
import { tempExcursionResource } from './temperature/temp-excursion.resource.ts'
import { tempSceneResource } from './temperature/temp-scene.resource.ts'
import { lampPoleResource } from './lamp/lamp-pole.resource.ts'
import { lampSlaveResource } from './lamp/lamp-slave.resource.ts'
import { valveSlaveResource } from './valve/valve-slave.resource.ts'
import { workDayResource } from './office/calendar/work-day.resource.ts'
import { leaveTypeResource } from './office/leave/leave-type.resource.ts'
import type { Resource } from './machine/resource.ts'

/** Every resource, by its name: references, logs, texts and the generic mounting use this list. */
export const RESOURCES: Readonly<Record<string, Resource>> = Object.fromEntries(
  (
    [
      commandResource,
      commandTemplateResource,
      operatorKeyResource,
      dictEntryResource,
      dictTypeResource,
      alarmLimitResource,
      faultCodeResource,
      faultRecordResource,
      faultResource,
      maintenanceWindowResource,
      noticeUserResource,
      dutyHolidayResource,
      pushRuleResource,
      pushRecordResource,
      pushLimitResource,
      blockedAddressResource,
      connectLogResource,
      refusalResource,
      repairRecordResource,
      geoFeatureResource,
      ownApiKeyResource,
      apiKeyResource,
      departmentResource,
      menuEntryResource,
      sessionResource,
      roleResource,
      userResource,
      loginLogResource,
      operationLogResource,
      systemLogResource,
      areaResource,
      categoryResource,
      deviceGroupResource,
      deviceTagResource,
      deviceTypeResource,
      deviceResource,
      commissioningResource,
      productResource,
      firmwareResource,
      rolloutResource,
      firmwareDeviceResource,
      flowDefinitionResource,
      flowInstanceResource,
      ownFlowResource,
      flowTaskResource,
      unknownStationResource,
      wellResource,
      lampPoleResource,
      lampSlaveResource,
      siteResource,
      messageResource,
      sensorResource,
      sensorCalibrationResource,
      tempDeviceResource,
      tempExcursionResource,
      tempSceneResource,
      valveSlaveResource,
      workDayResource,
      leaveTypeResource,
    ] as readonly Resource[]
  ).map((resource) => [resource.name, resource]),
)
