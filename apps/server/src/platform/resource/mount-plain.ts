import { RESOURCES } from '@sluice/contract'
import type { Api } from '../http/mount-operation.ts'
import { mountResource } from './mount-resource.ts'

/** Mounts the resources that say all about themselves. Every other one is mounted by the module it belongs to. */
export function mountPlainResources(api: Api): void {
  for (const resource of Object.values(RESOURCES)) if (resource.plain) mountResource(api, resource)
}
