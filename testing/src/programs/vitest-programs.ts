import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPILED_CODE } from './server-process.ts'

/**
 * Vitest's `globalSetup`: compiles a program that one run starts many times only once; the cache is deleted with the
 * run.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-compiled-'))
  process.env[COMPILED_CODE] = folder
  return () => {
    delete process.env[COMPILED_CODE]
    rmSync(folder, { recursive: true, force: true })
  }
}
