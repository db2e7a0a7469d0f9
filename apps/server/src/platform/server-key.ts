import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartupError } from './startup-error.ts'

const BYTES = 32
const FILE = 'server.key'

/**
 * The key that encrypts what must not be readable from the database alone (second factors). It is `given` (64 hex
 * digits, for several servers on one database) or a file in the data folder, created at the first start.
 * @throws StartupError when the file holds something else.
 */
export async function readServerKey(dataDir: string, given: string | undefined): Promise<Buffer> {
  if (given !== undefined) return Buffer.from(given, 'hex')
  const path = join(dataDir, FILE)
  const known = await read(path)
  if (known) return known
  await mkdir(dataDir, { recursive: true })
  // Whole or not at all: a start that dies here must not leave half a key.
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600 })
  await rename(draft, path)
  return (await read(path))!
}

async function read(path: string): Promise<Buffer | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartupError(`The server's key ${path} cannot be read: ${(error as Error).message}.`)
  }
  if (/^[0-9a-f]{64}\s*$/.test(text)) return Buffer.from(text.trim(), 'hex')
  throw new StartupError(`${path} does not hold the server's key: put it back from the backup of the data folder.`)
}
