import type { Metric } from '@sluice/contract'

type Named = readonly [zhCN: string, enUS: string]

const number = (key: string, unit: string, decimals: number, hardMin: number, hardMax: number, name: Named): Metric => {
  return { key, kind: 'number', unit, decimals, hardMin, hardMax, name: [...name] }
}
const counter = (key: string, unit: string, decimals: number, counterMax: number, name: Named): Metric => {
  return { key, kind: 'number', unit, decimals, hardMin: 0, hardMax: counterMax, counterMax, name: [...name] }
}
const integer = (key: string, unit: string, hardMin: number, hardMax: number, name: Named): Metric => {
  return { key, kind: 'integer', unit, decimals: 0, hardMin, hardMax, name: [...name] }
}
const flag = (key: string, name: Named): Metric => ({ key, kind: 'boolean', unit: '', decimals: 0, name: [...name] })
const state = (key: string, values: readonly string[], name: Named): Metric => {
  return { key, kind: 'enum', unit: '', decimals: 0, values, name: [...name] }
}

/** Metrics of the ready models that the platform does not have itself (domain 3.3). */
export const OWN_METRICS: readonly Metric[] = [
  number('rainHour', 'mm', 1, 0, 500, ['时段雨量 1h', 'Rain of 1 h']),
  number('evaporationDay', 'mm', 1, 0, 100, ['日蒸发量', 'Evaporation of the day']),
  number('velocity', 'm/s', 3, -20, 20, ['瞬时流速', 'Velocity']),
  number('meanVelocity', 'm/s', 3, -20, 20, ['断面平均流速', 'Mean velocity']),
  number('sectionArea', 'm²', 2, 0, 1e6, ['断面面积', 'Section area']),
  number('outflow', 'm³/h', 1, 0, 1e8, ['总出库流量', 'Total outflow']),
  number('sediment', 'kg/m³', 3, 0, 2000, ['含沙量', 'Sediment content']),
  number('groundTemp', '°C', 1, -60, 90, ['地温', 'Ground temperature']),
  integer('windDirection', '', 0, 16, ['风向（方位）', 'Wind direction']),
  integer('windForce', '', 0, 17, ['风力（级）', 'Wind force']),
  integer('pumpsRunning', '', 0, 99, ['开机台数', 'Pumps running']),
  integer('gatesOpen', '', 0, 999, ['开启孔数', 'Gates open']),
  number('dissolvedOxygen', 'mg/L', 1, 0, 50, ['溶解氧', 'Dissolved oxygen']),
  number('permanganate', 'mg/L', 1, 0, 100, ['高锰酸盐指数', 'Permanganate index']),
  number('redox', 'mV', 1, -2000, 2000, ['氧化还原电位', 'Redox potential']),
  number('ammonia', 'mg/L', 2, 0, 1000, ['氨氮', 'Ammonia nitrogen']),
  number('totalPhosphorus', 'mg/L', 3, 0, 90, ['总磷', 'Total phosphorus']),
  number('totalNitrogen', 'mg/L', 2, 0, 900, ['总氮', 'Total nitrogen']),
  number('organicCarbon', 'mg/L', 2, 0, 90, ['总有机碳', 'Total organic carbon']),
  number('chlorophyll', 'mg/L', 2, 0, 90, ['叶绿素 a', 'Chlorophyll a']),
  number('copper', 'mg/L', 4, 0, 900, ['铜', 'Copper']),
  number('zinc', 'mg/L', 4, 0, 90, ['锌', 'Zinc']),
  number('arsenic', 'mg/L', 5, 0, 90, ['砷', 'Arsenic']),
  number('mercury', 'mg/L', 5, 0, 90, ['汞', 'Mercury']),
  number('cadmium', 'mg/L', 5, 0, 90, ['镉', 'Cadmium']),
  number('lead', 'mg/L', 5, 0, 90, ['铅', 'Lead']),
  number('residualCl', 'mg/L', 2, 0, 20, ['余氯', 'Residual chlorine']),
  number('targetOpening', '%', 0, 0, 100, ['目标开度', 'Target opening']),
  number('motorCurrent', 'A', 2, 0, 500, ['电机电流', 'Motor current']),
  number('torquePct', '%', 0, 0, 200, ['力矩', 'Torque']),
  state('mode', ['LOCAL', 'REMOTE', 'AUTO'], ['控制模式', 'Mode of control']),
  flag('lock', ['锁定', 'Locked']),
  counter('runCount', '', 0, 1e9, ['动作次数', 'Movements']),
  number('flowReverse', 'm³/h', 2, 0, 100_000, ['反向流量', 'Reverse flow']),
  number('flowLps', 'L/s', 1, 0, 500, ['出流量', 'Outflow']),
  number('pressure', 'MPa', 3, -0.1, 10, ['压力', 'Pressure']),
  number('linePressure', 'MPa', 3, -0.1, 10, ['管线压力', 'Line pressure']),
  number('filterDp', 'MPa', 3, -1, 2, ['过滤器压差', 'Filter differential']),
  number('fertEc', 'mS/cm', 2, 0, 20, ['肥液 EC', 'Fertigation EC']),
  number('fertPh', '', 2, 0, 14, ['肥液 pH', 'Fertigation pH']),
  number('tilt', '°', 1, 0, 180, ['倾斜角', 'Tilt']),
  flag('waterPresent', ['栓内有水', 'Water in the barrel']),
  flag('capOpen', ['闷盖打开', 'Cap open']),
  flag('opened', ['开盖', 'Opened']),
  number('waterLevel', 'm', 2, 0, 50, ['井内水位', 'Water level in the shaft']),
  number('gasCh4', '%LEL', 1, 0, 100, ['甲烷', 'Methane']),
  number('h2s', 'ppm', 1, 0, 1000, ['硫化氢', 'Hydrogen sulphide']),
  number('vibration', 'mm/s', 2, 0, 1000, ['振动', 'Vibration']),
  flag('lampOn', ['亮灯', 'Lamp on']),
  number('dim', '%', 0, 0, 100, ['调光', 'Dimming']),
  number('voltage', 'V', 1, 0, 1000, ['电压', 'Voltage']),
  number('current', 'A', 2, 0, 5000, ['电流', 'Current']),
  number('power', 'W', 1, 0, 1e6, ['功率', 'Power']),
  number('pf', '', 2, 0, 1, ['功率因数', 'Power factor']),
  counter('energy', 'kWh', 2, 1e8, ['电能', 'Energy']),
  number('leakCurrent', 'mA', 1, 0, 10_000, ['漏电流', 'Leakage current']),
  counter('lampHours', 'h', 0, 1e6, ['亮灯时长', 'Lamp hours']),
  integer('slaveOnline', '', 0, 10_000, ['在线从机数', 'Devices online']),
  integer('slaveTotal', '', 0, 10_000, ['从机总数', 'Devices']),
  number('temperature', '°C', 1, -100, 300, ['温度', 'Temperature']),
  number('humidity', '%RH', 1, 0, 100, ['湿度', 'Humidity']),
  state('probeState', ['OK', 'OPEN', 'SHORT'], ['探头状态', 'State of the probe']),
  number('activePower', 'kW', 2, -10_000, 10_000, ['有功功率', 'Active power']),
  counter('energyTotal', 'kWh', 2, 1e8, ['累计电量', 'Total energy']),
  counter('waterTotal', 'm³', 2, 1e9, ['累计水量', 'Total water']),
  { key: 'cardNo', kind: 'text', unit: '', decimals: 0, name: ['当前卡号', 'Card'] },
  state('cardState', ['ON', 'OFF'], ['上卡状态', 'State of the card']),
  number('remainMoney', '¥', 2, -1e6, 1e8, ['剩余金额', 'Money left']),
  number('yearVolume', 'm³', 2, 0, 1e9, ['年取水量', 'Water of the year']),
  integer('pumpStarts', '/h', 0, 3600, ['每小时启动次数', 'Starts per hour']),
  number('soilTemp', '°C', 1, -60, 80, ['土温', 'Soil temperature']),
  number('soilEc', 'mS/cm', 2, 0, 20, ['土壤电导率', 'Soil EC']),
  number('soilPh', '', 1, 0, 14, ['土壤 pH', 'Soil pH']),
  number('solarRad', 'W/m²', 0, 0, 2000, ['太阳辐射', 'Solar radiation']),
  number('exhaustPressure', 'bar', 2, 0, 60, ['排气压力', 'Discharge pressure']),
  number('exhaustTemp', '°C', 1, -20, 200, ['排气温度', 'Discharge temperature']),
  state('loadState', ['STOP', 'LOAD', 'UNLOAD'], ['加载状态', 'State of load']),
  counter('runHours', 'h', 0, 1e6, ['运行时长', 'Hours run']),
  counter('loadHours', 'h', 0, 1e6, ['加载时长', 'Hours loaded']),
  number('separatorDp', 'bar', 2, 0, 20, ['油分压差', 'Separator differential']),
  number('airFilterDp', 'bar', 2, 0, 20, ['空滤压差', 'Air filter differential']),
  number('pumpPressure', 'bar', 1, 0, 300, ['泵压', 'Pump pressure']),
  number('foamLevel', '%', 0, 0, 100, ['泡沫液位', 'Foam level']),
  number('tankLevel', '%', 0, 0, 100, ['水箱液位', 'Tank level']),
  flag('emergencyStop', ['急停', 'Emergency stop']),
  number('lux', 'lx', 0, 0, 200_000, ['照度', 'Illuminance']),
  number('co2', 'ppm', 0, 0, 50_000, ['二氧化碳', 'Carbon dioxide']),
  number('lossRate', '%', 1, 0, 100, ['丢包率', 'Loss rate']),
]
