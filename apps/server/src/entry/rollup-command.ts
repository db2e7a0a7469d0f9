import { readZones } from '../modules/identity/identity.module.ts'
import { zonesOf } from '../modules/registry/registry.module.ts'
import { findDevice, rebuildRollups, type RebuildAsked } from '../modules/telemetry/history/rollup/rebuild.service.ts'
import type { Database } from '../platform/db/db.ts'
import { StartupError } from '../platform/startup-error.ts'

const PROGRESS_MS = 10_000

/** Rebuilds hours and days (`rebuildRollups`). @throws StartupError for words that name no device and no day. */
export async function rebuild(db: Database, ...given: string[]): Promise<string> {
  const asked = await askedFor(db, given)
  let told = performance.now()
  const result = await rebuildRollups(
    {
      db,
      now: Date.now,
      zonesOf: (deviceIds) => zonesOf({ db, deptZones: () => readZones(db) }, deviceIds),
      onProgress: ({ atDevice, atDay, hoursChanged, daysChanged }) => {
        if (performance.now() - told < PROGRESS_MS) return
        told = performance.now()
        const place = `behind device ${atDevice}${atDay === null ? '' : `, before ${atDay}`}`
        process.stderr.write(
          `… ${place}: ${countOf(hoursChanged, 'hour')} and ${countOf(daysChanged, 'day')} changed so far\n`,
        )
      },
    },
    asked,
  )
  if (!result) throw new StartupError('Another rebuild runs on this database.')
  const { hoursChanged, daysChanged, resumed } = result
  const since = resumed ? ' It went on where an earlier one was stopped, whose changes are among these.' : ''
  return `Made anew because they were wrong: ${countOf(hoursChanged, 'hour')}, ${countOf(daysChanged, 'day')}.${since}`
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** `[DEVICE] [FROM] [TO]`, each of which may be omitted. */
async function askedFor(db: Database, given: readonly string[]): Promise<RebuildAsked> {
  const isDay = (word: string | undefined) => word !== undefined && /^\d{4}-\d\d-\d\d$/.test(word)
  const [first] = given
  const named = first === undefined || isDay(first) ? undefined : first
  const days = named === undefined ? given : given.slice(1)
  const wrong = days.find((day) => !isDay(day) || Number.isNaN(Date.parse(day)))
  if (wrong !== undefined || days.length > 2) throw new StartupError(`"${wrong ?? days[2]}" is no day like 2025-12-31.`)
  const deviceId = named === undefined ? null : await findDevice(db, named)
  if (deviceId === undefined) throw new StartupError(`There is no device "${named}".`)
  const [from = null, to = null] = days
  if (from !== null && to !== null && from > to) throw new StartupError(`${from} is behind ${to}.`)
  return { deviceId, from, to }
}
