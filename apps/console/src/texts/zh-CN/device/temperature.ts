/** Words of temperature probes. */
export const temperatureZh = {
  'temp.curve': '曲线',
  'temp.read': '读取',
  'temp.cannotRead': '设备不支持读取',
  'temp.limits': '设置限值',
  'temp.lasts': '未恢复',
  'temp.ownHint': '留空的限值取自场景。',
  'temp.excursions': '超限记录',
  'temp.noExcursions': '没有超限记录',
  'temp.noExcursionsHint': '设置限值后，超出限值的时段会记录在这里。',
} as const
