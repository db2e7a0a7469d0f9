import type { ElementRule, ProductModel } from '@sluice/contract'
import { SL651_VALVE } from '../types/sl651.commands.ts'
import { MAINS, sl651Ready, SOLAR } from './ready-model.ts'

const M3S_TO_M3H = 3600
const one = (id: string, key: string, factor?: number): ElementRule => {
  return { id, key, channel: 0, ...(factor === undefined ? {} : { factor }) }
}
const HOUSE = ['batteryV', 'mainsLost', 'doorOpen'] as const
const PHASES = ['voltageA', 'voltageB', 'voltageC', 'currentA', 'currentB', 'currentC'] as const
const DRINKING = { ph: { warn: { min: 6.5, max: 8.5 } }, turbidity: { warn: { max: 1 } } } as const

/** Stations of hydrology and of the weather. */
export const HYDROLOGY_MODELS: readonly ProductModel[] = [
  sl651Ready({
    productNo: 'LIB-SL651-RAIN',
    name: '雨量站',
    englishName: 'Rain station',
    deviceTypeCode: 'SENSOR',
    points: ['rain', 'rainHour', 'rainDay', 'rainTotal', ...HOUSE],
    limits: SOLAR,
    elements: [one('1A', 'rainHour')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-RIVER-LEVEL',
    name: '河道水位站',
    englishName: 'River level station',
    deviceTypeCode: 'SENSOR',
    points: ['level', 'waterTemp', ...HOUSE],
    limits: SOLAR,
  }),
  sl651Ready({
    productNo: 'LIB-SL651-RIVER-FLOW',
    name: '河道流量站',
    englishName: 'River flow station',
    deviceTypeCode: 'SENSOR',
    points: ['flow', 'level', 'velocity', 'meanVelocity', ...HOUSE],
    limits: SOLAR,
    elements: [one('37', 'velocity'), one('36', 'meanVelocity')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-CANAL',
    name: '渠道测流站',
    englishName: 'Canal gauging station',
    deviceTypeCode: 'SENSOR',
    points: ['level', 'flow', 'meanVelocity', 'sectionArea', ...HOUSE],
    limits: SOLAR,
    elements: [one('36', 'meanVelocity'), one('01', 'sectionArea')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-RESERVOIR',
    name: '水库水情站',
    englishName: 'Reservoir station',
    deviceTypeCode: 'SENSOR',
    points: ['levelAbove', 'levelBelow', 'outflow', 'rain', 'rainDay', ...HOUSE],
    limits: SOLAR,
    elements: [one('30', 'outflow', M3S_TO_M3H)],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-SEDIMENT',
    name: '泥沙站',
    englishName: 'Sediment station',
    deviceTypeCode: 'SENSOR',
    points: ['sediment', 'flow', 'level', 'batteryV'],
    limits: SOLAR,
    elements: [one('44', 'sediment')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-GROUNDWATER',
    name: '地下水监测站',
    englishName: 'Groundwater station',
    deviceTypeCode: 'SENSOR',
    reportIntervalS: 3600,
    points: ['waterDepth', 'waterTemp', 'conductivity', 'batteryV'],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-WEATHER',
    name: '气象站',
    englishName: 'Weather station',
    deviceTypeCode: 'WEATHER',
    points: ['airTemp', 'airHum', 'airPressure', 'windSpeed', 'windDirection', 'windForce', 'rain', 'batteryV'],
    limits: { ...SOLAR, windSpeed: { warn: { max: 8 } } },
    elements: [one('33', 'windDirection'), one('34', 'windForce')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-EVAPORATION',
    name: '蒸发站',
    englishName: 'Evaporation station',
    deviceTypeCode: 'WEATHER',
    points: ['evaporationDay', 'rainDay', 'airTemp', 'windSpeed', 'batteryV'],
    limits: SOLAR,
    elements: [one('06', 'evaporationDay')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-SOIL-3',
    name: '三层墒情站',
    englishName: 'Soil station, three depths',
    deviceTypeCode: 'IRRIGATION',
    reportIntervalS: 3600,
    points: ['soilMoisture10', 'soilMoisture20', 'soilMoisture40', 'groundTemp', 'batteryV'],
    limits: { ...SOLAR, groundTemp: { warn: { min: 0 } } },
    elements: [one('0D', 'groundTemp')],
  }),
]

/** Stations of the quality of water. */
export const QUALITY_MODELS: readonly ProductModel[] = [
  sl651Ready({
    productNo: 'LIB-SL651-QUALITY',
    name: '水质五参数站',
    englishName: 'Water quality station, five values',
    deviceTypeCode: 'SENSOR',
    points: ['waterTemp', 'ph', 'turbidity', 'conductivity', 'dissolvedOxygen', ...HOUSE],
    limits: DRINKING,
    elements: [one('47', 'dissolvedOxygen')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-ORGANIC',
    name: '水质有机物站',
    englishName: 'Organic matter station',
    deviceTypeCode: 'SENSOR',
    reportIntervalS: 14_400,
    points: ['permanganate', 'ammonia', 'organicCarbon', 'redox', 'batteryV'],
    elements: [one('4A', 'permanganate'), one('4C', 'ammonia'), one('4F', 'organicCarbon'), one('4B', 'redox')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-NUTRIENT',
    name: '富营养化监测站',
    englishName: 'Nutrient station',
    deviceTypeCode: 'SENSOR',
    reportIntervalS: 14_400,
    points: ['totalPhosphorus', 'totalNitrogen', 'chlorophyll', 'waterTemp'],
    elements: [one('4D', 'totalPhosphorus'), one('4E', 'totalNitrogen'), one('57', 'chlorophyll')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-METALS',
    name: '重金属监测站',
    englishName: 'Heavy metal station',
    deviceTypeCode: 'SENSOR',
    reportIntervalS: 14_400,
    points: ['copper', 'zinc', 'arsenic', 'mercury', 'cadmium', 'lead'],
    elements: [
      one('50', 'copper'),
      one('51', 'zinc'),
      one('53', 'arsenic'),
      one('54', 'mercury'),
      one('55', 'cadmium'),
      one('56', 'lead'),
    ],
  }),
]

/** Stations of pumps, gates, pipes and valves. */
export const WORKS_MODELS: readonly ProductModel[] = [
  sl651Ready({
    productNo: 'LIB-SL651-PUMP-STATION',
    name: '泵站监测站',
    englishName: 'Pumping station',
    deviceTypeCode: 'PUMP',
    keepsOnline: true,
    points: ['pumpState', 'pumpsRunning', 'levelAbove', 'levelBelow', 'flow', ...PHASES, 'mainsLost', 'doorOpen'],
    limits: MAINS,
    elements: [one('19', 'pumpsRunning')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-WELL',
    name: '机井取水站',
    englishName: 'Well station',
    deviceTypeCode: 'WATER_CONTROLLER',
    keepsOnline: true,
    points: ['pumpState', 'flow', 'hourVolume', 'remainWater', 'waterDepth', ...PHASES, 'mainsLost', 'doorOpen'],
    limits: MAINS,
  }),
  sl651Ready({
    productNo: 'LIB-SL651-GATE',
    name: '闸门站',
    englishName: 'Gate station',
    deviceTypeCode: 'SENSOR',
    keepsOnline: true,
    points: ['gateOpening', 'gatesOpen', 'levelAbove', 'levelBelow', 'flow', ...HOUSE],
    elements: [one('09', 'gateOpening'), one('0C', 'gatesOpen')],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-PIPE-PRESSURE',
    name: '管网测压站',
    englishName: 'Pipe pressure station',
    deviceTypeCode: 'SENSOR',
    points: ['outletPressure', 'batteryV', 'doorOpen'],
  }),
  sl651Ready({
    productNo: 'LIB-SL651-PIPE-FLOW',
    name: '管道流量站',
    englishName: 'Pipe flow station',
    deviceTypeCode: 'SENSOR',
    points: ['flow', 'hourVolume', 'outletPressure', 'batteryV', 'doorOpen'],
  }),
  sl651Ready(
    {
      productNo: 'LIB-SL651-PRESSURE-VALVE',
      name: '调压阀门站',
      englishName: 'Pressure valve station',
      deviceTypeCode: 'VALVE',
      keepsOnline: true,
      points: ['valveState', 'opening', 'inletPressure', 'outletPressure', 'flow', 'hourVolume', ...HOUSE],
      limits: { inletPressure: { warn: { min: 0.14, max: 0.8 }, serious: { min: 0.08 } } },
      elements: [{ id: '59', key: 'inletPressure', channel: 1, factor: 0.001 }],
    },
    SL651_VALVE,
  ),
  sl651Ready(
    {
      productNo: 'LIB-SL651-FIELD-HYDRANT',
      name: '给水栓控制站',
      englishName: 'Field hydrant station',
      deviceTypeCode: 'HYDRANT',
      keepsOnline: true,
      points: ['valveState', 'opening', 'outletPressure', 'flow', 'hourVolume', 'remainWater', 'batteryV'],
      limits: { ...SOLAR, outletPressure: { warn: { min: 0.03 } } },
    },
    SL651_VALVE,
  ),
]
