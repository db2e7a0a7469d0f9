import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ArchiveWriter } from './archive.ts'
import type { TarEntry } from './tar.ts'

const PREFIX = 'files/'
/** The files in the data folder that belong to the database: the server's key, and files of jobs. */
const KEY = 'server.key'
const FOLDER = 'runs'
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}$/

/** Adds them to a backup. A file that disappears meanwhile has expired. */
export async function packFiles(dataDir: string, writer: ArchiveWriter): Promise<void> {
  const names = await readdir(join(dataDir, FOLDER)).catch(() => [])
  const wanted = [KEY, ...names.filter((name) => FILE_NAME.test(name)).map((name) => `${FOLDER}/${name}`)]
  for (const name of wanted) {
    const content = await readFile(join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined
      throw error
    })
    if (content) await writer.add({ name: `${PREFIX}${name}`, content })
  }
}

/** Writes the files of a backup into the data folder; other paths in it are unchanged. Returns how many. */
export async function unpackFiles(dataDir: string, entries: AsyncGenerator<TarEntry>): Promise<number> {
  let count = 0
  for await (const { name, content } of entries) {
    if (!name.startsWith(PREFIX)) continue
    const path = name.slice(PREFIX.length)
    const [folder, file = ''] = path.split('/')
    const ours = path === KEY || (folder === FOLDER && path === `${FOLDER}/${file}` && FILE_NAME.test(file))
    if (!ours) continue
    const target = join(dataDir, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(`${target}.new`, content, { mode: 0o600 })
    await rename(`${target}.new`, target)
    count += 1
  }
  return count
}
