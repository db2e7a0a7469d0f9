import type { ProductModel } from '@sluice/contract'
import { COVER_COMMANDS, LAMP_COMMANDS, SENSOR_COMMANDS } from './ready-commands.ts'
import { CELL, type Limits, MAINS, SIGNAL, tbReady } from './ready-model.ts'

const LAMP = ['lampOn', 'dim', 'voltage', 'current', 'power', 'pf', 'energy', 'leakCurrent', 'lampHours'] as const
const LAMP_LIMITS: Limits = {
  voltage: { warn: { min: 198, max: 242 }, serious: { min: 176, max: 264 } },
  leakCurrent: { warn: { max: 15 }, serious: { max: 30 } },
  lampHours: { warn: { max: 45_000 } },
}
const PHASES = ['voltageA', 'voltageB', 'voltageC', 'currentA', 'currentB', 'currentC'] as const
const CLIMATE = ['temperature', 'humidity', 'probeState'] as const

/** A place whose temperature is to stay within bounds. */
const climate = (
  facts: Pick<ProductModel, 'productNo' | 'name' | 'englishName'>,
  warn: { min?: number; max?: number },
) =>
  tbReady({
    ...facts,
    deviceTypeCode: 'TEMP',
    ...SENSOR_COMMANDS,
    points: [...CLIMATE, 'batteryV', 'csq'],
    limits: { ...CELL, ...SIGNAL, temperature: { warn } },
  })

/** Lamps and what they hang on. */
export const LAMP_MODELS: readonly ProductModel[] = [
  tbReady({
    productNo: 'LIB-MQTT-LAMP',
    name: '单灯控制器（4G）',
    englishName: 'Lamp controller (4G)',
    deviceTypeCode: 'LAMP',
    ...LAMP_COMMANDS,
    points: [...LAMP, 'csq'],
    limits: { ...LAMP_LIMITS, ...SIGNAL },
    keys: { on: 'lampOn' },
  }),
  tbReady({
    productNo: 'LIB-MQTT-LAMP-CONCENTRATOR',
    name: '路灯集中器',
    englishName: 'Lamp concentrator',
    deviceTypeCode: 'GATEWAY',
    nodeKind: 'GATEWAY',
    points: ['slaveOnline', 'slaveTotal', ...PHASES, 'energyTotal', 'doorOpen', 'mainsLost', 'csq'],
    limits: { ...MAINS, ...SIGNAL },
  }),
  tbReady({
    productNo: 'LIB-MQTT-LAMP-NODE',
    name: '单灯从机',
    englishName: 'Lamp behind a concentrator',
    deviceTypeCode: 'LAMP',
    ...LAMP_COMMANDS,
    nodeKind: 'SLAVE',
    points: [...LAMP, 'rssi'],
    limits: { ...LAMP_LIMITS, rssi: { warn: { min: -105 } } },
    keys: { on: 'lampOn' },
    carrier: 'BEHIND_MASTER',
  }),
]

/** Temperature: masters, probes, and devices for one kind of place. */
export const CLIMATE_MODELS: readonly ProductModel[] = [
  tbReady({
    productNo: 'LIB-MQTT-TEMP-MASTER',
    name: '测温主机',
    englishName: 'Temperature master',
    deviceTypeCode: 'GATEWAY',
    nodeKind: 'GATEWAY',
    points: ['slaveOnline', 'slaveTotal', 'batteryV', 'mainsLost', 'csq'],
    limits: SIGNAL,
  }),
  tbReady({
    productNo: 'LIB-MQTT-TEMP-PROBE',
    name: '温湿度探头',
    englishName: 'Temperature probe',
    deviceTypeCode: 'TEMP',
    ...SENSOR_COMMANDS,
    nodeKind: 'SLAVE',
    points: [...CLIMATE, 'batteryV', 'rssi'],
    limits: { ...CELL, rssi: { warn: { min: -105 } } },
    carrier: 'BEHIND_MASTER',
  }),
  climate(
    { productNo: 'LIB-MQTT-COLD-STORE', name: '冷藏库测温仪', englishName: 'Cold store thermometer' },
    { min: 0, max: 4 },
  ),
  climate({ productNo: 'LIB-MQTT-FREEZER', name: '冷冻库测温仪', englishName: 'Freezer thermometer' }, { max: -18 }),
  climate(
    { productNo: 'LIB-MQTT-GREENHOUSE', name: '温室测温仪', englishName: 'Greenhouse thermometer' },
    { min: 15, max: 30 },
  ),
]

/** Covers, machines and what a city has besides. */
export const CITY_MODELS: readonly ProductModel[] = [
  tbReady({
    productNo: 'LIB-MQTT-COVER',
    name: '智能井盖',
    englishName: 'Manhole cover',
    deviceTypeCode: 'COVER',
    ...COVER_COMMANDS,
    keepsOnline: false,
    reportIntervalS: 3600,
    points: ['armed', 'tilt', 'opened', 'waterLevel', 'gasCh4', 'h2s', 'vibration', 'batteryV', 'csq'],
    limits: {
      ...CELL,
      ...SIGNAL,
      tilt: { serious: { max: 10 } },
      gasCh4: { warn: { max: 10 }, serious: { max: 25 } },
      h2s: { warn: { max: 10 } },
    },
    carrier: 'SLEEPY',
  }),
  tbReady({
    productNo: 'LIB-MQTT-COMPRESSOR',
    name: '空压机控制器',
    englishName: 'Compressor controller',
    deviceTypeCode: 'COMPRESSOR',
    points: [
      'loadState',
      'exhaustPressure',
      'exhaustTemp',
      'motorCurrent',
      'separatorDp',
      'airFilterDp',
      'runHours',
      'loadHours',
      'csq',
    ],
    limits: {
      ...SIGNAL,
      exhaustTemp: { warn: { max: 100 }, serious: { max: 105 } },
      separatorDp: { serious: { max: 1.5 } },
      airFilterDp: { warn: { max: 0.5 } },
    },
  }),
  tbReady({
    productNo: 'LIB-MQTT-CARWASH',
    name: '自助洗车机',
    englishName: 'Car wash',
    deviceTypeCode: 'CARWASH',
    points: ['pumpPressure', 'waterTemp', 'foamLevel', 'tankLevel', 'emergencyStop', 'csq'],
    limits: {
      ...SIGNAL,
      waterTemp: { warn: { min: 3 } },
      foamLevel: { warn: { min: 15 } },
      tankLevel: { warn: { min: 15 } },
    },
  }),
  tbReady({
    productNo: 'LIB-MQTT-RELIC',
    name: '文物环境监测仪',
    englishName: 'Relic environment monitor',
    deviceTypeCode: 'RELIC',
    points: ['temperature', 'humidity', 'lux', 'co2', 'vibration', 'batteryV', 'csq'],
    limits: {
      ...CELL,
      ...SIGNAL,
      temperature: { warn: { min: 5, max: 20 } },
      humidity: { warn: { min: 50, max: 60 }, serious: { max: 65 } },
      lux: { warn: { max: 300 } },
      co2: { warn: { max: 1000 } },
    },
  }),
  tbReady({
    productNo: 'LIB-MQTT-LORAWAN-NODE',
    name: 'LoRaWAN 采集终端',
    englishName: 'LoRaWAN node',
    deviceTypeCode: 'LORAWAN',
    nodeKind: 'SLAVE',
    points: ['level', 'outletPressure', 'rssi', 'snr', 'lossRate', 'batteryV'],
    limits: { ...CELL, rssi: { warn: { min: -120 } }, lossRate: { warn: { max: 10 } } },
    carrier: 'SLEEPY',
  }),
]
