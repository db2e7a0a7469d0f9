import { DEFAULT_ZONE } from '@sluice/kit'
import { useSyncExternalStore } from 'react'
import { useSession } from '../access/session.ts'
import { currentLanguage, t } from '../text/text.ts'
import { formatTime, relativeTime, type TimeTexts } from './time.ts'

/** One timer for all ages on the page; it stops while no component uses it. */
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let present = Date.now()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    // The timer was stopped: the first reader gets the present at once.
    present = Date.now()
    timer = setInterval(() => {
      present = Date.now()
      for (const one of listeners) one()
    }, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** The present, rounded down to `stepMs`: a component draws again only when the step changes. */
export function useNow(stepMs = 1000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(present / stepMs) * stepMs)
}

/**
 * What follows from the present (epoch ms) for this component: it draws again only when the answer changes. The answer
 * is a plain value, not a new object.
 */
export function useMoment<T extends string | number | boolean | null>(of: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => of(present))
}

/** TM-5: the zone in which times are shown. */
export function displayZone(): string {
  return useSession.getState().userInfo?.timeZone || DEFAULT_ZONE
}

function timeTexts(): TimeTexts {
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    now: t('time.now'),
    minutes: (n) => t('time.minutes', { n }),
    hours: (n) => t('time.hours', { n }),
    day: t('time.day'),
    date: (month, day, hour, minute) =>
      currentLanguage() === 'zh-CN'
        ? `${month}月${day}日${hour}时${minute}分`
        : `${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`,
  }
}

export function showTime(input: string | number | null | undefined, pattern?: string): string {
  return formatTime(input, pattern, displayZone()) ?? '-'
}

/** The start of a state that still lasts: a time of an earlier day includes its date. */
export function showSince(since: number | null, now: number): string {
  if (since === null) return ''
  const today = showTime(since, '{y}{m}{d}') === showTime(now, '{y}{m}{d}')
  return showTime(since, today ? '{h}:{i}' : '{m}-{d} {h}:{i}')
}

export function showAge(input: string | number | null | undefined, now: number): string {
  return relativeTime(input, now, timeTexts(), displayZone()) ?? '-'
}
