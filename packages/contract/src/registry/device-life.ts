import type { States } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'

/** Where a unit is in its life. */
export const LIFECYCLES = ['PRODUCED', 'IN_STOCK', 'SHIPPED', 'INSTALLED', 'UNDER_REPAIR', 'RETIRED'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]

/** What a unit is linked by. */
export const NETWORKS = ['CAT1_4G', 'NB_IOT', 'LORA', 'LORAWAN', 'ETHERNET', 'RS485'] as const
export type Network = (typeof NETWORKS)[number]

/** Networks of an operator, which need a card. */
export const CELLULAR: readonly string[] = ['CAT1_4G', 'NB_IOT'] satisfies Network[]

/** What installing asks of a device. */
export interface ToInstall {
  lng: number | null
  lat: number | null
  address: string | null
  areaId: string | null
  network: string | null
  iccid: string | null
}

const NEEDS: readonly { words: Words; isMissing: (device: ToInstall) => boolean }[] = [
  { words: ['坐标', 'the coordinates'], isMissing: ({ lng, lat }) => lng === null || lat === null },
  { words: ['安装地址', 'the address'], isMissing: ({ address }) => !address?.trim() },
  { words: ['区域', 'the area'], isMissing: ({ areaId }) => areaId === null },
  {
    words: ['SIM 卡号', 'the SIM number'],
    isMissing: ({ network, iccid }) => network !== null && CELLULAR.includes(network) && !iccid,
  },
]

/** What is still missing before a device can be installed; null: nothing. */
export function missingToInstall(device: ToInstall): Words | null {
  const missing = NEEDS.filter(({ isMissing }) => isMissing(device)).map(({ words }) => words)
  if (missing.length === 0) return null
  const [zh, en] = [missing.map(([word]) => word).join('、'), missing.map(([, word]) => word).join(', ')]
  return [`请先填写${zh}`, `First fill in ${en}`]
}

/** The life of a device: who retires it takes it out of service for good. */
export const DEVICE_LIFE: States<'lifecycle'> = {
  field: 'lifecycle',
  begin: 'PRODUCED',
  steps: ['PRODUCED', 'IN_STOCK', 'SHIPPED', 'INSTALLED'],
  rare: true,
  transitions: [
    { name: 'stockIn', verb: ['入库', 'Stock in'], from: ['PRODUCED'], to: 'IN_STOCK' },
    { name: 'ship', verb: ['出库', 'Ship'], from: ['IN_STOCK'], to: 'SHIPPED' },
    {
      name: 'install',
      verb: ['安装', 'Install'],
      from: ['SHIPPED'],
      to: 'INSTALLED',
      unless: (device: ToInstall) => missingToInstall(device),
    },
    { name: 'sendToRepair', verb: ['送修', 'Send to repair'], from: ['INSTALLED'], to: 'UNDER_REPAIR' },
    { name: 'repaired', verb: ['修复', 'Repaired'], from: ['UNDER_REPAIR'], to: 'INSTALLED' },
    {
      name: 'retire',
      verb: ['报废', 'Retire'],
      from: ['INSTALLED', 'UNDER_REPAIR', 'IN_STOCK'],
      to: 'RETIRED',
      danger: true,
      confirm: [
        '报废后设备不再接受指令，连接也会被拒绝，且不能恢复。确定要报废吗？',
        'A retired device takes no commands, its connection is refused, and it cannot be brought back. Retire it?',
      ],
    },
  ],
}
