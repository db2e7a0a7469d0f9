/** What kinds of devices there are (domain 2.1). */
export const DEVICE_TYPE_CODES = [
  'VALVE',
  'LAMP',
  'TEMP',
  'LORAWAN',
  'HYDRANT',
  'PUMP',
  'IRRIGATION',
  'COVER',
  'WATER_CONTROLLER',
  'GATEWAY',
  'SENSOR',
  'CAMERA',
  'COMPRESSOR',
  'CARWASH',
  'RELIC',
  'WEATHER',
] as const
export type DeviceTypeCode = (typeof DEVICE_TYPE_CODES)[number]
