import type { PastFault } from './past-faults.ts'

/** What each of them is called on an order, and what went into it. */
const REPAIRED: Readonly<Record<string, { name: string; item: string; price: number; level?: number }>> = {
  P01: { name: '电池欠压', item: '12 V 蓄电池', price: 23_500 },
  P03: { name: '市电断电', item: '电缆接头', price: 4_800 },
  V01: { name: '阀门堵转', item: '密封圈', price: 3_600 },
  V13: { name: '疑似爆管', item: 'DN200 抢修节', price: 48_000, level: 4 },
  S01: { name: '防拆报警', item: '箱门锁扣', price: 1_900 },
  S03: { name: '水位计故障', item: '探头护套', price: 5_200 },
}

/** So many orders were made of faults. */
const MOST = 8

/** Parts of the time from the beginning of the work to its end; what follows it, in parts of the time to the closing. */
const WORK = [
  ['ASSIGNED', 0.02],
  ['ACCEPTED', 0.05],
  ['ON_SITE', 0.4],
  ['REPAIRING', 0.45],
  ['FINISHED', 1],
] as const
const AFTER = [
  ['CONFIRMED', 0.6],
  ['CLOSED', 1],
] as const

/** Orders that were made of faults that somebody had to drive to, from the youngest back: found, done and closed as the fault says. */
export function repairsOfFaults(faults: readonly PastFault[]) {
  return faults
    .toReversed()
    .flatMap(({ deviceId, code, firstTime, steps }) => {
      const parts = REPAIRED[code]
      const step = (name: string) => steps.find(({ action }) => action === name)
      const [started, noted, resolved, closed] = [step('START'), step('NOTE'), step('RESOLVE'), step('CLOSE')]
      if (!parts || !started || !noted?.note || !resolved?.note || !closed) return []
      const between = (from: string, to: string, part: number) =>
        new Date(Date.parse(from) + (Date.parse(to) - Date.parse(from)) * part).toISOString()
      return [
        {
          deviceId,
          source: 'FAULT',
          fault: { code, firstTime },
          level: parts.level ?? 3,
          problem: `${code} ${parts.name}`,
          createTime: started.at,
          createBy: closed.userId,
          assigneeId: started.userId,
          cause: noted.note,
          measure: resolved.note,
          parts: [{ item: parts.item, quantity: 1, price: parts.price }],
          laborFee: 12_000,
          payState: 'FREE',
          steps: [
            ...WORK.map(([to, part], n) => ({
              to,
              at: between(started.at, resolved.at, part),
              userId: n === 0 ? closed.userId : started.userId,
            })),
            ...AFTER.map(([to, part]) => ({ to, at: between(resolved.at, closed.at, part), userId: closed.userId })),
          ],
        },
      ]
    })
    .slice(0, MOST)
}
