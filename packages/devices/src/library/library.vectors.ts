import type { ReadingValue } from '../device-type.ts'

/** Elements of an SL 651 report by identifier in the unit on the wire, or the payload of a ThingsBoard report. */
type Frame = Readonly<Record<string, number>> | string

/** A typical report of each ready model, and the values it gives. */
export const FRAMES: readonly (readonly [
  productNo: string,
  frame: Frame,
  values: Readonly<Record<string, ReadingValue>>,
])[] = [
  [
    'LIB-SL651-RAIN',
    { 20: 0.5, '1A': 2.5, '1F': 12, 26: 340.5, 38: 12.6 },
    { rain: 0.5, rainHour: 2.5, rainDay: 12, rainTotal: 340.5, batteryV: 12.6 },
  ],
  ['LIB-SL651-RIVER-LEVEL', { 39: 45.123, '03': 18.5, 38: 12.4 }, { level: 45.123, waterTemp: 18.5, batteryV: 12.4 }],
  [
    'LIB-SL651-RIVER-FLOW',
    { 27: 1.25, 39: 45.1, 37: 0.85, 36: 0.8 },
    { flow: 4500, level: 45.1, velocity: 0.85, meanVelocity: 0.8 },
  ],
  [
    'LIB-SL651-CANAL',
    { 39: 1.2, 27: 0.5, 36: 0.4, '01': 1.25 },
    { level: 1.2, flow: 1800, meanVelocity: 0.4, sectionArea: 1.25 },
  ],
  [
    'LIB-SL651-RESERVOIR',
    { '3B': 102.5, '3A': 60.25, 30: 2, 20: 0, '1F': 3.5 },
    { levelAbove: 102.5, levelBelow: 60.25, outflow: 7200, rain: 0, rainDay: 3.5 },
  ],
  [
    'LIB-SL651-SEDIMENT',
    { 44: 1.234, 27: 10, 39: 5, 38: 12 },
    { sediment: 1.234, flow: 36_000, level: 5, batteryV: 12 },
  ],
  [
    'LIB-SL651-GROUNDWATER',
    { '0E': 35.42, '03': 14.5, 48: 650, 38: 3.6 },
    { waterDepth: 35.42, waterTemp: 14.5, conductivity: 650, batteryV: 3.6 },
  ],
  [
    'LIB-SL651-WEATHER',
    { '02': -5.5, 18: 62.5, '08': 1013, 35: 3.2, 33: 4, 34: 2, 20: 0 },
    { airTemp: -5.5, airHum: 62.5, airPressure: 1013, windSpeed: 3.2, windDirection: 4, windForce: 2, rain: 0 },
  ],
  [
    'LIB-SL651-EVAPORATION',
    { '06': 4.2, '1F': 0, '02': 25.1, 35: 1.5 },
    { evaporationDay: 4.2, rainDay: 0, airTemp: 25.1, windSpeed: 1.5 },
  ],
  [
    'LIB-SL651-SOIL-3',
    { 10: 22.5, 11: 24.1, 13: 26, '0D': 12.5, 38: 12.2 },
    { soilMoisture10: 22.5, soilMoisture20: 24.1, soilMoisture40: 26, groundTemp: 12.5, batteryV: 12.2 },
  ],
  [
    'LIB-SL651-QUALITY',
    { '03': 16.2, 46: 7.35, 49: 1, 48: 420, 47: 8.1 },
    { waterTemp: 16.2, ph: 7.35, turbidity: 1, conductivity: 420, dissolvedOxygen: 8.1 },
  ],
  [
    'LIB-SL651-ORGANIC',
    { '4A': 2.4, '4C': 0.15, '4F': 3.2, '4B': 210.5 },
    { permanganate: 2.4, ammonia: 0.15, organicCarbon: 3.2, redox: 210.5 },
  ],
  [
    'LIB-SL651-NUTRIENT',
    { '4D': 0.045, '4E': 1.2, 57: 8.5, '03': 20 },
    { totalPhosphorus: 0.045, totalNitrogen: 1.2, chlorophyll: 8.5, waterTemp: 20 },
  ],
  [
    'LIB-SL651-METALS',
    { 50: 0.0012, 51: 0.05, 53: 0.001, 54: 0.00002, 55: 0.0001, 56: 0.002 },
    { copper: 0.0012, zinc: 0.05, arsenic: 0.001, mercury: 0.00002, cadmium: 0.0001, lead: 0.002 },
  ],
  [
    'LIB-SL651-PUMP-STATION',
    { 19: 2, '3B': 12.3, '3A': 15.6, 27: 0.4, 70: 221.5, 71: 222, 72: 220.1, 73: 30.5, 74: 30.1, 75: 30.9 },
    {
      pumpsRunning: 2,
      levelAbove: 12.3,
      levelBelow: 15.6,
      flow: 1440,
      voltageA: 221.5,
      voltageB: 222,
      voltageC: 220.1,
      currentA: 30.5,
      currentB: 30.1,
      currentC: 30.9,
    },
  ],
  [
    'LIB-SL651-WELL',
    { 28: 0.01, 60: 1520.5, 68: 36.2, '0E': 42.5, 70: 219.8 },
    { flow: 36, remainWater: 1520.5, hourVolume: 36.2, waterDepth: 42.5, voltageA: 219.8 },
  ],
  [
    'LIB-SL651-GATE',
    { '09': 1.25, '0C': 2, '3B': 20.5, '3A': 18.2, 27: 3 },
    { gateOpening: 1.25, gatesOpen: 2, levelAbove: 20.5, levelBelow: 18.2, flow: 10_800 },
  ],
  ['LIB-SL651-PIPE-PRESSURE', { 58: 352.5, 38: 3.6 }, { outletPressure: 0.3525, batteryV: 3.6 }],
  ['LIB-SL651-PIPE-FLOW', { 28: 0.05, 68: 180, 58: 300 }, { flow: 180, hourVolume: 180, outletPressure: 0.3 }],
  ['LIB-SL651-PRESSURE-VALVE', { 58: 250, 59: 480, 28: 0.02 }, { outletPressure: 0.25, inletPressure: 0.48, flow: 72 }],
  [
    'LIB-SL651-FIELD-HYDRANT',
    { 58: 120, 28: 0.01, 60: 88.5, 38: 12.1 },
    { outletPressure: 0.12, flow: 36, remainWater: 88.5, batteryV: 12.1 },
  ],
  [
    'LIB-MQTT-ELECTRIC-VALVE',
    '{"valveState":"opening","position":45,"targetOpening":60,"inletPressure":0.42,"pressure":0.3,"motorCurrent":1.2,"torquePct":55,"mode":"auto","lock":0,"runCount":120}',
    {
      valveState: 'OPENING',
      opening: 45,
      targetOpening: 60,
      inletPressure: 0.42,
      outletPressure: 0.3,
      motorCurrent: 1.2,
      torquePct: 55,
      mode: 'AUTO',
      lock: false,
      runCount: 120,
    },
  ],
  [
    'LIB-MQTT-SOLENOID-VALVE',
    '{"valveState":"CLOSED","opening":0,"flow":0,"battery":3.55,"csq":21}',
    { valveState: 'CLOSED', opening: 0, flow: 0, batteryV: 3.55, csq: 21 },
  ],
  [
    'LIB-MQTT-PRESSURE-VALVE',
    '{"opening":35,"inletPressure":0.55,"pressure":0.28,"flowRate":42.5}',
    { opening: 35, inletPressure: 0.55, outletPressure: 0.28, flow: 42.5 },
  ],
  [
    'LIB-MQTT-ULTRASONIC-METER',
    '{"flowRate":3.25,"flowReverse":0,"volume":10233.125,"waterTemp":14.2,"battery":"3.6","signal":19}',
    { flow: 3.25, flowReverse: 0, totalVolume: 10_233.125, waterTemp: 14.2, batteryV: 3.6, csq: 19 },
  ],
  [
    'LIB-MQTT-EM-METER',
    '{"flow":125.5,"totalVolume":88123.4,"velocity":1.105,"conductivity":420}',
    { flow: 125.5, totalVolume: 88_123.4, velocity: 1.105, conductivity: 420 },
  ],
  [
    'LIB-MQTT-POWER-METER',
    '{"voltageA":221,"voltageB":220.5,"voltageC":219.9,"currentA":12.5,"activePower":7.85,"energyTotal":10233.5}',
    { voltageA: 221, voltageB: 220.5, voltageC: 219.9, currentA: 12.5, activePower: 7.85, energyTotal: 10_233.5 },
  ],
  [
    'LIB-MQTT-FIRE-HYDRANT',
    '{"pressure":0.28,"tilt":1.5,"waterPresent":0,"capOpen":0,"flowLps":0,"temperature":9.5,"battery":3.6}',
    { pressure: 0.28, tilt: 1.5, waterPresent: false, capOpen: false, flowLps: 0, waterTemp: 9.5, batteryV: 3.6 },
  ],
  [
    'LIB-MQTT-FIELD-HYDRANT',
    '{"valveState":"OPEN","opening":100,"pressure":0.15,"flow":32,"volume":560}',
    { valveState: 'OPEN', opening: 100, pressure: 0.15, flow: 32, totalVolume: 560 },
  ],
  [
    'LIB-MQTT-WELL-CONTROLLER',
    '{"pumpState":"run","activePower":11.2,"energyTotal":5021.5,"flow":38,"waterTotal":12044.5,"cardNo":10023,"cardState":"on","remainMoney":86.5,"yearVolume":3050,"waterDepth":42.3,"doorOpen":0,"pumpStarts":2}',
    {
      pumpState: 'RUN',
      activePower: 11.2,
      energyTotal: 5021.5,
      flow: 38,
      waterTotal: 12_044.5,
      cardNo: '10023',
      cardState: 'ON',
      remainMoney: 86.5,
      yearVolume: 3050,
      waterDepth: 42.3,
      doorOpen: false,
      pumpStarts: 2,
    },
  ],
  [
    'LIB-MQTT-PUMP',
    '{"pumpState":"FAULT","voltageA":221,"currentA":0,"pressure":0.1,"pumpStarts":7}',
    { pumpState: 'FAULT', voltageA: 221, currentA: 0, outletPressure: 0.1, pumpStarts: 7 },
  ],
  [
    'LIB-MQTT-SOIL',
    '{"soilMoisture10":21.5,"soilMoisture20":24,"soilTemp":16.5,"soilEc":0.85,"soilPh":6.8,"battery":3.58}',
    { soilMoisture10: 21.5, soilMoisture20: 24, soilTemp: 16.5, soilEc: 0.85, soilPh: 6.8, batteryV: 3.58 },
  ],
  [
    'LIB-MQTT-FERTIGATION',
    '{"linePressure":0.22,"filterDp":0.03,"fertEc":1.85,"fertPh":6.1,"flow":12}',
    { linePressure: 0.22, filterDp: 0.03, fertEc: 1.85, fertPh: 6.1, flow: 12 },
  ],
  [
    'LIB-MQTT-PRESSURE',
    '{"pressure":"0.352","battery":3.6,"signal":22}',
    { outletPressure: 0.352, batteryV: 3.6, csq: 22 },
  ],
  ['LIB-MQTT-LEVEL', '{"level":3.214,"waterTemp":12,"battery":3.5}', { level: 3.214, waterTemp: 12, batteryV: 3.5 }],
  [
    'LIB-MQTT-QUALITY',
    '{"turbidity":0.4,"chlorine":0.35,"ph":7.2,"conductivity":380,"temperature":15}',
    { turbidity: 0.4, residualCl: 0.35, ph: 7.2, conductivity: 380, waterTemp: 15 },
  ],
  [
    'LIB-MQTT-WEATHER',
    '{"temperature":23.4,"humidity":58,"airPressure":1008,"windSpeed":2.2,"solarRad":640,"rain":0}',
    { airTemp: 23.4, airHum: 58, airPressure: 1008, windSpeed: 2.2, solarRad: 640, rain: 0 },
  ],
  [
    'LIB-MQTT-LAMP',
    '{"on":1,"dim":80,"voltage":223.5,"current":0.52,"power":112,"pf":0.96,"energy":1203.55,"leakCurrent":2.5,"lampHours":8050}',
    {
      lampOn: true,
      dim: 80,
      voltage: 223.5,
      current: 0.52,
      power: 112,
      pf: 0.96,
      energy: 1203.55,
      leakCurrent: 2.5,
      lampHours: 8050,
    },
  ],
  [
    'LIB-MQTT-LAMP-CONCENTRATOR',
    '{"slaveOnline":46,"slaveTotal":48,"voltageA":222,"currentA":18.2,"energyTotal":20110.5,"doorOpen":false,"signal":24}',
    { slaveOnline: 46, slaveTotal: 48, voltageA: 222, currentA: 18.2, energyTotal: 20_110.5, doorOpen: false, csq: 24 },
  ],
  [
    'LIB-MQTT-LAMP-NODE',
    '{"on":"false","dim":0,"voltage":224,"current":0,"power":0,"rssi":-82}',
    { lampOn: false, dim: 0, voltage: 224, current: 0, power: 0, rssi: -82 },
  ],
  [
    'LIB-MQTT-TEMP-MASTER',
    '{"slaveOnline":12,"slaveTotal":12,"battery":12.8,"mainsLost":0}',
    { slaveOnline: 12, slaveTotal: 12, batteryV: 12.8, mainsLost: false },
  ],
  [
    'LIB-MQTT-TEMP-PROBE',
    '{"temperature":-18.5,"humidity":66,"probeState":"ok","battery":3.61,"rssi":-75}',
    { temperature: -18.5, humidity: 66, probeState: 'OK', batteryV: 3.61, rssi: -75 },
  ],
  [
    'LIB-MQTT-COLD-STORE',
    '{"temperature":2.1,"humidity":78,"probeState":"OK"}',
    { temperature: 2.1, humidity: 78, probeState: 'OK' },
  ],
  ['LIB-MQTT-FREEZER', '{"temperature":-21.3,"probeState":"OPEN"}', { temperature: -21.3, probeState: 'OPEN' }],
  ['LIB-MQTT-GREENHOUSE', '{"temperature":24.6,"humidity":71.5}', { temperature: 24.6, humidity: 71.5 }],
  [
    'LIB-MQTT-COVER',
    '{"tilt":2,"opened":0,"waterLevel":0.35,"gasCh4":1.5,"h2s":0,"vibration":0.2,"battery":3.6}',
    { tilt: 2, opened: false, waterLevel: 0.35, gasCh4: 1.5, h2s: 0, vibration: 0.2, batteryV: 3.6 },
  ],
  [
    'LIB-MQTT-COMPRESSOR',
    '{"loadState":"load","exhaustPressure":7.2,"exhaustTemp":86.5,"motorCurrent":68.5,"separatorDp":0.45,"airFilterDp":0.1,"runHours":12045,"loadHours":9020}',
    {
      loadState: 'LOAD',
      exhaustPressure: 7.2,
      exhaustTemp: 86.5,
      motorCurrent: 68.5,
      separatorDp: 0.45,
      airFilterDp: 0.1,
      runHours: 12_045,
      loadHours: 9020,
    },
  ],
  [
    'LIB-MQTT-CARWASH',
    '{"pumpPressure":85,"waterTemp":18,"foamLevel":62,"tankLevel":90,"emergencyStop":0}',
    { pumpPressure: 85, waterTemp: 18, foamLevel: 62, tankLevel: 90, emergencyStop: false },
  ],
  [
    'LIB-MQTT-RELIC',
    '{"temperature":18.2,"humidity":54.5,"lux":45,"co2":620,"vibration":0.05}',
    { temperature: 18.2, humidity: 54.5, lux: 45, co2: 620, vibration: 0.05 },
  ],
  [
    'LIB-MQTT-LORAWAN-NODE',
    '{"level":1.25,"rssi":-108,"snr":-6.5,"lossRate":2.1,"battery":3.55}',
    { level: 1.25, rssi: -108, snr: -6.5, lossRate: 2.1, batteryV: 3.55 },
  ],
]
