import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockHolder, lockInstance } from './instance-lock.ts'
import { processStart, processWorld } from './process-table.ts'
import { temporaryFolder } from './sluice-process.fixture.ts'

let folder: ReturnType<typeof temporaryFolder>
let path: string

beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder.path, 'sluice.lock')
})

afterEach(() => folder.remove())

function leave(holder: { pid?: number; started?: string; world?: string }): void {
  const own = { pid: process.pid, started: processStart(process.pid), world: processWorld(), token: 'other' }
  writeFileSync(path, JSON.stringify({ ...own, ...holder }))
}

async function takes(): Promise<boolean> {
  const lock = await lockInstance(folder.path)
  const taken = lockHolder(folder.path) === process.pid && !readFileSync(path, 'utf8').includes('"other"')
  lock.release()
  return taken
}

describe('the lock on the data folder', () => {
  it('is held by one at a time', async () => {
    const lock = await lockInstance(folder.path)
    await expect(lockInstance(folder.path)).rejects.toThrow(
      /^Another Sluice \(process \d+\) already uses the data folder/,
    )
    lock.release()
    expect(readdirSync(folder.path)).toEqual([])
    expect(await takes()).toBe(true)
  })

  it('goes to exactly one of many who come at once', async () => {
    leave({ started: 'long ago' })
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => lockInstance(folder.path)))
    const won = all.filter((one) => one.status === 'fulfilled')
    expect(won).toHaveLength(1)
    for (const { value } of won) value.release()
    expect(readdirSync(folder.path)).toEqual([])
  })

  it('is taken over when its number was given to another process', async () => {
    leave({ started: 'long ago' })
    expect(lockHolder(folder.path)).toBeUndefined()
    expect(await takes()).toBe(true)
  })

  it('is taken over when a full disk left it empty', async () => {
    writeFileSync(path, '')
    expect(await takes()).toBe(true)
  })

  it('of another container or an earlier boot is taken over when it is silent', async () => {
    leave({ world: 'elsewhere' })
    utimesSync(path, new Date(), new Date(Date.now() - 60_000))
    expect(await takes()).toBe(true)
  })

  it('of another container is respected while it gives signs of life', async () => {
    leave({ world: 'elsewhere' })
    const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 300)
    await expect(lockInstance(folder.path)).rejects.toThrow(/of another container\) already uses/)
    clearInterval(beat)
  })

  it('is not removed by one who lost it', async () => {
    const lock = await lockInstance(folder.path)
    leave({})
    lock.release()
    expect(existsSync(path)).toBe(true)
  })
})
