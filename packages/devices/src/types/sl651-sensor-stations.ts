import type { ProductModel } from '@sluice/contract'
import { SL651_READ } from './sl651.commands.ts'
import { SL651_MAPPING } from './sl651.mapping.ts'

/** Water level and rain gauge. */
export const sl651LevelStation: ProductModel = {
  productNo: 'SL651-LEVEL',
  name: 'SL651 水位雨量站',
  englishName: 'SL651 level and rain station',
  deviceTypeCode: 'SENSOR',
  nodeKind: 'DIRECT',
  protocol: 'SL651',
  keepsOnline: false,
  reportIntervalS: 300,
  points: ['level', 'rain', 'rainDay', 'rainTotal', 'flow', 'waterTemp', 'batteryV', 'mainsLost', 'doorOpen'],
  uplink: SL651_MAPPING,
  ...SL651_READ,
}

/** Soil moisture at up to eight depths. */
export const sl651SoilStation: ProductModel = {
  productNo: 'SL651-SOIL',
  name: 'SL651 墒情站',
  englishName: 'SL651 soil station',
  deviceTypeCode: 'IRRIGATION',
  nodeKind: 'DIRECT',
  protocol: 'SL651',
  keepsOnline: false,
  reportIntervalS: 3600,
  points: [
    'soilMoisture10',
    'soilMoisture20',
    'soilMoisture30',
    'soilMoisture40',
    'soilMoisture50',
    'soilMoisture60',
    'soilMoisture80',
    'soilMoisture100',
    'airTemp',
    'airHum',
    'batteryV',
  ],
  uplink: SL651_MAPPING,
  ...SL651_READ,
}

/** A well or pumping station with its motor and meter. */
export const sl651PumpStation: ProductModel = {
  productNo: 'SL651-PUMP',
  name: 'SL651 泵站机井',
  englishName: 'SL651 pump station',
  deviceTypeCode: 'PUMP',
  nodeKind: 'DIRECT',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: [
    'pumpState',
    'flow',
    'outletPressure',
    'hourVolume',
    'remainWater',
    'waterDepth',
    'voltageA',
    'voltageB',
    'voltageC',
    'currentA',
    'currentB',
    'currentC',
    'mainsLost',
    'doorOpen',
  ],
  uplink: SL651_MAPPING,
  ...SL651_READ,
}
