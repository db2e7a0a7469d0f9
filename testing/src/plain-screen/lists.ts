import { EVERYBODY, OPERATORS, type Resource, RESOURCES, resourceScreen, type Screen, SCREENS } from '@sluice/contract'
import { cropResource } from './crop.resource.ts'

/** The lines that a plain screen adds to `resources.ts` and `screens.ts`, beside one import in each. */
export const LINES_IN_LISTS = 8

/** Does at run time what these lines do, before anything reads the lists. */
export function addToLists(): void {
  const resources = RESOURCES as Record<string, Resource>
  resources[cropResource.name] = cropResource
  const screens = SCREENS.find(({ name }) => name === 'Device')!.screens as Screen[]
  screens.push(
    resourceScreen(cropResource, {
      path: 'crop',
      icon: 'leaf',
      for: EVERYBODY,
      may: { insert: OPERATORS, update: OPERATORS, export: EVERYBODY },
    }),
  )
}
