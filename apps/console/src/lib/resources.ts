import type { Resource } from '@sluice/contract'
import {
  departmentResource,
  deviceResource,
  dictEntryResource,
  dictTypeResource,
  geoFeatureResource,
  menuEntryResource,
  productResource,
  roleResource,
  siteResource,
  userResource,
} from '@sluice/contract'

/** The resources a reference field may point at and a log may speak of, by name. */
const KNOWN: readonly Resource[] = [
  departmentResource,
  deviceResource,
  dictEntryResource,
  dictTypeResource,
  geoFeatureResource,
  menuEntryResource,
  productResource,
  roleResource,
  siteResource,
  userResource,
] as readonly Resource[]

export const RESOURCES: Readonly<Record<string, Resource>> = Object.fromEntries(
  KNOWN.map((resource) => [resource.name, resource]),
)
