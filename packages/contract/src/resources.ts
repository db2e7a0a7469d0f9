import { commandResource } from './command/command.resource.ts'
import { dictEntryResource } from './dictionary/dict-entry.resource.ts'
import { dictTypeResource } from './dictionary/dict-type.resource.ts'
import { faultResource } from './fault/fault.resource.ts'
import { connectLogResource } from './gateway/connect-log.resource.ts'
import { refusalResource } from './gateway/refusal.resource.ts'
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
import { areaResource } from './registry/area.resource.ts'
import { categoryResource } from './registry/category.resource.ts'
import { deviceGroupResource } from './registry/device-group.resource.ts'
import { deviceTagResource } from './registry/device-tag.resource.ts'
import { deviceResource } from './registry/device.resource.ts'
import { productResource } from './registry/product.resource.ts'
import { unknownStationResource } from './registry/unknown-station.resource.ts'
import { wellResource } from './registry/well.resource.ts'
import { siteResource } from './site/site.resource.ts'
import { messageResource } from './telemetry/message.operations.ts'
import { valveSlaveResource } from './valve/valve-slave.resource.ts'
import type { Resource } from './machine/resource.ts'

/** Every resource, by its name: references, logs, texts and the generic mounting use this list. */
export const RESOURCES: Readonly<Record<string, Resource>> = Object.fromEntries(
  (
    [
      commandResource,
      dictEntryResource,
      dictTypeResource,
      faultResource,
      connectLogResource,
      refusalResource,
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
      deviceResource,
      productResource,
      unknownStationResource,
      wellResource,
      siteResource,
      messageResource,
      valveSlaveResource,
    ] as readonly Resource[]
  ).map((resource) => [resource.name, resource]),
)
