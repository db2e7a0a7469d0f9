import { RESOURCES } from '@sluice/contract'
import type { Api } from '../http/mount-operation.ts'
import { mountResource } from './mount-resource.ts'

/** Mounts the resources that need no code of their own. Every other one is mounted by its module. */
export function mountPlainResources(api: Api): void {
  for (const resource of Object.values(RESOURCES)) if (resource.plain) mountResource(api, resource)
}
