import type { ProductModel } from '@sluice/contract'
import { HYDROLOGY_MODELS, QUALITY_MODELS, WORKS_MODELS } from './sl651-stations.ts'
import { CITY_MODELS, CLIMATE_MODELS, LAMP_MODELS } from './tb-city.ts'
import { VALVE_MODELS, WATER_MODELS } from './tb-water.ts'

/**
 * Ready models that a new product can begin from. They are no products: nothing is registered by them until somebody
 * makes one of them a product and publishes it.
 */
export const PRODUCT_LIBRARY: readonly ProductModel[] = [
  ...VALVE_MODELS,
  ...WATER_MODELS,
  ...LAMP_MODELS,
  ...CLIMATE_MODELS,
  ...CITY_MODELS,
  ...HYDROLOGY_MODELS,
  ...QUALITY_MODELS,
  ...WORKS_MODELS,
]
