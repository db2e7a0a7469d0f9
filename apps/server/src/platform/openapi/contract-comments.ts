import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OPERATION = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const (\w+) = defineOperation/g

/**
 * The comments above each operation in the contract's sources: name of its constant -> text. The sources are the
 * program (nothing is compiled), so they normally exist; where they do not, only the descriptions are missing.
 */
export async function contractComments(): Promise<ReadonlyMap<string, string>> {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('@sluice/contract')))
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const sources = names.filter((name) => name.endsWith('.ts')).map((name) => readFile(join(folder, name), 'utf8'))
  const comments = new Map<string, string>()
  for (const source of await Promise.all(sources)) {
    for (const [, comment = '', name = ''] of source.matchAll(OPERATION)) comments.set(name, plainWords(comment))
  }
  return comments
}

function plainWords(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trim())
    .filter((line) => line !== '')
    .join(' ')
}
