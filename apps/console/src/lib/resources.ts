import type { Resource } from '@sluice/contract'
import { departmentResource, deviceResource, productResource, roleResource, userResource } from '@sluice/contract'

/** The resources a reference field may point at, by name. */
export const RESOURCES: Readonly<Record<string, Resource>> = Object.fromEntries(
  [departmentResource, deviceResource, productResource, roleResource, userResource].map((resource) => [
    resource.name,
    resource as Resource,
  ]),
)
