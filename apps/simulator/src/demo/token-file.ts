import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TokenStore } from './provision.ts'

const FILE = 'mqtt-tokens.json'

/** Tokens in a file that only its owner reads; in memory only when there is no folder. */
export function keepTokens(folder: string | undefined): TokenStore {
  const tokens = new Map<string, string>()
  if (folder === undefined) return tokens
  const path = join(folder, FILE)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [deviceNo, token] of Object.entries(readTokens(path))) tokens.set(deviceNo, token)
  return {
    get: (deviceNo) => tokens.get(deviceNo),
    set(deviceNo, token) {
      tokens.set(deviceNo, token)
      // Whole or not at all: a half file would cost every token.
      writeFileSync(`${path}.new`, JSON.stringify(Object.fromEntries(tokens)), { mode: 0o600 })
      renameSync(`${path}.new`, path)
    },
  }
}

/** An unreadable token counts as missing: the platform creates new ones. */
function readTokens(path: string): Record<string, string> {
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as unknown
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(Object.entries(read).filter(([, token]) => typeof token === 'string'))
  } catch {
    return {}
  }
}
