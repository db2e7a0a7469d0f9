import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../run-command.ts'
import type { Undo } from './load/undo.ts'

const TMPFS = 0x01021994

/** A folder of this run on a real disk: figures from a RAM disk say nothing about durable writes. */
export function makePlace(undo: Undo): string {
  const parent = isInMemory(tmpdir()) ? join(root, '.tmp') : tmpdir()
  mkdirSync(parent, { recursive: true })
  const place = mkdtempSync(join(parent, 'sluice-bench-'))
  undo.add(() => rmSync(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return place
}

function isInMemory(folder: string): boolean {
  try {
    return statfsSync(folder).type === TMPFS
  } catch {
    return false
  }
}
