import dayjs, { type Dayjs } from 'dayjs'
import { displayZone } from './clock.ts'
import { instantOfWall, wallClock } from './time.ts'

/** A picker shows and reads times of the display zone (TM-5), whatever the browser's own zone. */
export function toPicked(instant: string): Dayjs {
  const at = Date.parse(instant)
  const { year, month, day, hour, minute, second } = wallClock(at, displayZone())
  return dayjs(new Date(year, month - 1, day, hour, minute, second, at % 1000))
}

/** The instant of a picked time, as ISO text. */
export function toInstant(picked: Dayjs): string {
  const wall = {
    year: picked.year(),
    month: picked.month() + 1,
    day: picked.date(),
    hour: picked.hour(),
    minute: picked.minute(),
    second: picked.second(),
  }
  return new Date(instantOfWall(wall, displayZone()) + picked.millisecond()).toISOString()
}
