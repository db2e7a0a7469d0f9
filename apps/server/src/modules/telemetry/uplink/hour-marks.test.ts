import { describe, expect, test } from 'vitest'
import { HourMarks } from './hour-marks.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const ten = 10 * HOUR

function marksAt(start: number) {
  const clock = { now: start }
  const marks = new HourMarks(() => clock.now)
  /** Stores reports of these hours and answers the hours that were marked with them. */
  async function storing(hours: readonly number[], deviceId = 'a'): Promise<number[]> {
    let marked: number[] = []
    await marks.around({ dirty: hours.map((hour) => ({ deviceId, hour })) }, async ({ dirty }) => {
      marked = dirty.map(({ hour }) => hour)
    })
    return marked
  }
  return { clock, marks, storing }
}

describe('the mark of an hour', () => {
  test('is stored once for the running hour of each device, and with every report of an older one', async () => {
    const { clock, storing } = marksAt(ten + MINUTE)
    expect(await storing([ten, ten - HOUR])).toEqual([ten, ten - HOUR])
    expect(await storing([ten, ten - HOUR])).toEqual([ten - HOUR])
    expect(await storing([ten], 'b')).toEqual([ten])
    clock.now = ten + HOUR
    expect(await storing([ten + HOUR])).toEqual([ten + HOUR])
    expect(await storing([ten + HOUR])).toEqual([])
  })

  test('is stored again with what could not be stored before the hour was over', async () => {
    const { clock, storing } = marksAt(ten + MINUTE)
    await storing([ten])
    clock.now = ten + HOUR - 1
    expect(await storing([ten])).toEqual([])
    clock.now = ten + HOUR
    expect(await storing([ten])).toEqual([ten])
    expect(await storing([ten])).toEqual([ten])
  })

  test('stands only when it was stored', async () => {
    const { marks, storing } = marksAt(ten + MINUTE)
    const failing = marks.around({ dirty: [{ deviceId: 'a', hour: ten }] }, () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toThrow('away')
    expect(await storing([ten])).toEqual([ten])
  })

  test('does not stand of an hour that ended while it was being stored', async () => {
    const { clock, marks, storing } = marksAt(ten + HOUR - 1)
    await marks.around({ dirty: [{ deviceId: 'a', hour: ten }] }, async () => void (clock.now = ten + HOUR))
    expect(await storing([ten])).toEqual([ten])
  })

  test('is stored again after a rollup took it, whatever the clock did meanwhile', async () => {
    const { marks, storing } = marksAt(ten + MINUTE)
    await storing([ten])
    await storing([ten], 'b')
    marks.forget([
      { deviceId: 'a', hour: ten },
      { deviceId: 'b', hour: ten - HOUR },
    ])
    expect(await storing([ten])).toEqual([ten])
    expect(await storing([ten], 'b')).toEqual([])
  })
})
