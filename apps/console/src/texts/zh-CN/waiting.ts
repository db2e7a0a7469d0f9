/** Words of what waits for somebody. */
export const waitingZh = {
  'waiting.what': '待处理：没有人接手的故障（同一主机失联的从机合为一项）和一天内未确认的指令',
  'waiting.take': '接手',
  'waiting.taken': '已接',
  'waiting.took': '已接手：{{name}}',
  'waiting.pending': '待确认',
  'waiting.read': '读取',
  'waiting.silent': '从机失联 {{n}} 台',
  'waiting.withSlaves': '主机离线，含从机 {{n}} 台',
  'waiting.unseen': '不在可见范围的主机',
  'waiting.alsoTaken': '另 {{n}} 已接',
  'waiting.allWell': '全部正常',
  'waiting.last': '上一次在 {{age}}',
  'waiting.more': '还有 {{n}} 项，见故障列表',
  'waiting.showOnly': '只看{{name}}',
  'waiting.showAll': '{{name}}：再点恢复',
} as const
