import { faultCount } from '@sluice/contract'
import { create } from 'zustand'
import { request } from '../../lib/api/api.ts'

/** The number on the bell: active faults that nobody has acknowledged. */
export const useFaultCount = create<{ count: number }>()(() => ({ count: 0 }))

/** FB-1: an invalid count is 0. */
export function countOf(data: unknown): number {
  return typeof data === 'number' && Number.isFinite(data) && data >= 0 ? Math.trunc(data) : 0
}

/** FB-2. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count)
}

let asked = 0

/** Sets a pushed number: an answer still under way is older and ignored. */
export function setFaultCount(count: number): void {
  asked++
  useFaultCount.setState({ count: countOf(count) })
}

/** A background call: any failure is 0, without a message (FB-1). The latest request wins. */
export async function refreshFaultCount(): Promise<void> {
  const mine = ++asked
  const heard = await request('GET', faultCount.path, {}, { silent: true }).catch(() => null)
  if (mine === asked) setFaultCount(heard?.code === 0 ? countOf(heard.data) : 0)
}

export function forgetFaultCount(): void {
  asked++
  useFaultCount.setState({ count: 0 })
}
