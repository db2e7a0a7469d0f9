import { type KnownDevice, peopleAt } from './person.types.ts'
import { iso, type PastOptions } from './past-faults.ts'

const HOUR_MS = 3_600_000

/** The life of an order from its beginning; hours after it. */
const LIFE = [
  ['ASSIGNED', 0.4],
  ['ACCEPTED', 0.9],
  ['ON_SITE', 3.5],
  ['REPAIRING', 4],
  ['FINISHED', 6.5],
  ['CONFIRMED', 26],
  ['CLOSED', 50],
] as const

const UP_TO = (status: string) => LIFE.slice(0, LIFE.findIndex(([to]) => to === status) + 1)

type Step = readonly [to: string, hours: number]

/** One order in every state that there is, and those that are done with. `ago`: hours before now. */
const ORDERS: readonly { ago: number; level: number; problem: number; steps: readonly Step[] }[] = [
  { ago: 1_900, level: 3, problem: 0, steps: LIFE },
  { ago: 1_520, level: 2, problem: 1, steps: LIFE },
  {
    ago: 1_210,
    level: 3,
    problem: 2,
    steps: [
      ...UP_TO('ON_SITE'),
      ['WAIT_PARTS', 4],
      ['REPAIRING', 52],
      ['FINISHED', 55],
      ['CONFIRMED', 70],
      ['CLOSED', 90],
    ],
  },
  { ago: 980, level: 2, problem: 3, steps: LIFE },
  { ago: 760, level: 3, problem: 0, steps: LIFE },
  { ago: 520, level: 2, problem: 4, steps: [['CANCELLED', 2]] },
  { ago: 410, level: 2, problem: 1, steps: LIFE },
  { ago: 230, level: 3, problem: 2, steps: LIFE },
  { ago: 74, level: 2, problem: 3, steps: UP_TO('CONFIRMED') },
  { ago: 20, level: 3, problem: 0, steps: UP_TO('FINISHED') },
  { ago: 5.5, level: 3, problem: 2, steps: UP_TO('REPAIRING') },
  { ago: 30, level: 2, problem: 1, steps: [...UP_TO('ON_SITE'), ['WAIT_PARTS', 5]] },
  { ago: 3.8, level: 3, problem: 0, steps: UP_TO('ON_SITE') },
  { ago: 1.6, level: 2, problem: 4, steps: UP_TO('ACCEPTED') },
  { ago: 0.8, level: 3, problem: 2, steps: UP_TO('ASSIGNED') },
  { ago: 0.3, level: 2, problem: 3, steps: [] },
]

const PROBLEMS = [
  {
    source: 'CALL',
    kinds: ['VALVE'],
    problem: '阀门打不开，农户等着浇地',
    cause: '减速箱进水生锈',
    measure: '更换减速箱，复位行程',
    item: '减速箱',
    price: 86_000,
  },
  {
    source: 'INSPECTION',
    kinds: ['VALVE', 'LEVEL', 'SOIL'],
    problem: '巡检发现电池鼓包',
    cause: '电池老化',
    measure: '更换电池并清洁触点',
    item: '12 V 蓄电池',
    price: 23_500,
  },
  {
    source: 'CALL',
    kinds: ['PUMP', 'GATEWAY'],
    problem: '反复跳闸',
    cause: '电缆接头受潮',
    measure: '重做电缆接头',
    item: '防水接头',
    price: 4_800,
  },
  {
    source: 'INSPECTION',
    kinds: ['LEVEL', 'PRESSURE', 'METER'],
    problem: '读数与人工比对相差较大',
    cause: '探头漂移',
    measure: '更换探头并校准',
    item: '压力探头',
    price: 52_000,
  },
  {
    source: 'RETURN',
    kinds: ['VALVE', 'METER'],
    problem: '外壳破损，寄回检修',
    cause: '农机碰撞',
    measure: '更换外壳',
    item: '外壳',
    price: 15_000,
  },
] as const

const CALLERS = ['宋大爷', '高书记', '冯会计', '曹队长']

/** Repair orders in every state, of people of the county, as the platform's import of history takes them. */
export function pastRepairs({ devices, people, officeId, random, untilMs }: PastOptions) {
  return ORDERS.flatMap(({ ago, level, problem: which, steps }) => {
    const { source, kinds, item, price, ...found } = PROBLEMS[which]!
    const suited = devices.filter(({ kind }) => (kinds as readonly string[]).includes(kind))
    if (suited.length === 0) return []
    const device: KnownDevice = random.pick(suited)
    const team = peopleAt(people, device.deptId, officeId)
    if (team.length === 0) return []
    const [maker, worker] = [random.pick(team), random.pick(team)]
    const createMs = untilMs - ago * HOUR_MS
    const last = steps.at(-1)?.[0]
    const isFinished = steps.some(([to]) => to === 'FINISHED')
    const isOver = last === 'CLOSED'
    const payState = which === 4 || random.chance(0.4) ? 'PAID' : 'FREE'
    return [
      {
        deviceId: device.id,
        source,
        level,
        problem: found.problem,
        ...(source === 'CALL' ? { contact: random.pick(CALLERS), phone: `1380000${1000 + random.whole(9000)}` } : {}),
        createTime: iso(createMs),
        createBy: maker.id,
        ...(steps.length > 0 && last !== 'CANCELLED' ? { assigneeId: worker.id } : {}),
        ...(isFinished
          ? {
              cause: found.cause,
              damaged: which === 4,
              measure: found.measure,
              parts: [{ item, quantity: 1, price }],
              laborFee: 12_000,
              payState: isOver ? payState : 'UNPAID',
            }
          : {}),
        ...(isOver ? { score: random.chance(0.7) ? 5 : 4, visitNote: '回访正常' } : {}),
        steps: steps.map(([to, hours], n) => ({
          to,
          at: iso(createMs + hours * HOUR_MS),
          userId: n === 0 || to === 'CONFIRMED' || to === 'CLOSED' ? maker.id : worker.id,
        })),
      },
    ]
  })
}
