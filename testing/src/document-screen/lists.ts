import { EVERYBODY, type Resource, RESOURCES, resourceScreen, type Screen, SCREENS } from '@sluice/contract'
import { workOrderResource } from './work-order.resource.ts'

/** Adds a resource and its screen to the lists, before anything reads them. */
export function addToLists(resource: Resource = workOrderResource): void {
  const resources = RESOURCES as Record<string, Resource>
  resources[resource.name] = resource
  const screens = SCREENS.find(({ name }) => name === 'Device')!.screens as Screen[]
  screens.push(
    resourceScreen(resource, {
      path: resource.path,
      icon: 'leaf',
      for: EVERYBODY,
      may: { insert: EVERYBODY, update: EVERYBODY, del: EVERYBODY, export: EVERYBODY, import: EVERYBODY },
    }),
  )
}
