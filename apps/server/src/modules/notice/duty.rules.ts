import { DUTY_BANDS } from '@sluice/contract'
import { addDays, instantOf, localTimeOf } from '@sluice/kit'

const DAYS = 7

export interface Cell {
  day: number
  band: string
  /** Epoch ms. */
  from: number
  to: number
}

/** The beginnings of the days of a week, and the end of the last one, epoch ms. */
export function weekDays(monday: string, zone: string): number[] {
  return Array.from({ length: DAYS + 1 }, (_, n) => instantOf(`${addDays(monday, n)} 00:00`, zone))
}

/** A cell for each day and band of a week; a band over midnight ends on the next day. */
export function weekCells(monday: string, zone: string): Cell[] {
  return Array.from({ length: DAYS }, (_, day) => day).flatMap((day) =>
    DUTY_BANDS.map(({ name, from, to }) => ({
      day,
      band: name,
      from: instantOf(`${addDays(monday, day)} ${from}`, zone),
      to: instantOf(`${addDays(monday, to > from ? day : day + 1)} ${to}`, zone),
    })),
  )
}

/** Which day of the week that begins with `monday` a day is, from 0. */
export function dayOfWeek(monday: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(monday)) / 86_400_000)
}

/** The same time on the wall clock a week later. */
export function weekLater(at: number, zone: string): number {
  const local = localTimeOf(at, zone)
  return instantOf(`${addDays(local.slice(0, 10), DAYS)} ${local.slice(11)}`, zone)
}
