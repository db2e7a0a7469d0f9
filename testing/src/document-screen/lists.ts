import { EVERYBODY, type Resource, RESOURCES, resourceScreen, type Screen, SCREENS } from '@sluice/contract'
import { workOrderResource } from './work-order.resource.ts'

/** Puts the resource and its screen into the lists, before anything reads them. */
export function addToLists(): void {
  const resources = RESOURCES as Record<string, Resource>
  resources[workOrderResource.name] = workOrderResource
  const screens = SCREENS.find(({ name }) => name === 'Device')!.screens as Screen[]
  screens.push(
    resourceScreen(workOrderResource, {
      path: 'workOrder',
      icon: 'leaf',
      for: EVERYBODY,
      may: { insert: EVERYBODY, update: EVERYBODY, del: EVERYBODY, export: EVERYBODY, import: EVERYBODY },
    }),
  )
}
