import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { StartupError } from '../startup-error.ts'
import { BrokenArchive, readTar, TAR_END, type TarEntry, tarHeader, tarPadding } from './tar.ts'

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/)

/** A backup's description of itself; the last member of the archive, so that a truncated one has none. */
const manifestSchema = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  createTime: z.string(),
  postgres: z.string(),
  /** The schema version: the migrations applied, in order. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(
    z.strictObject({
      name,
      columns: z.array(name),
      rows: z.string(),
      /** Sum of a hash of every row, independent of their order. */
      sum: z.string(),
    }),
  ),
  partitions: z.array(z.strictObject({ name, parent: name, bound: z.string().startsWith('FOR VALUES FROM (') })),
  sequences: z.array(z.strictObject({ name, last: z.string() })),
  entries: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.output<typeof manifestSchema>
export type Facts = Omit<Manifest, 'entries'>

const MANIFEST = 'manifest.json'

/**
 * Writes the members of a backup one after the other; the file appears under its name once it is complete and on disk.
 */
export class ArchiveWriter {
  readonly #file: FileHandle
  readonly #path: string
  readonly #mtimeS: number
  readonly #entries: Manifest['entries'] = []

  private constructor(file: FileHandle, path: string, now: Date) {
    this.#file = file
    this.#path = path
    this.#mtimeS = Math.floor(now.getTime() / 1000)
  }

  /** Readable by its owner only: a backup holds the server's key and the hashes of passwords. */
  static async create(path: string, now: Date): Promise<ArchiveWriter> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const draft = `${path}.partial`
    await rm(draft, { force: true })
    return new ArchiveWriter(await open(draft, 'wx', 0o600), path, now)
  }

  async add(entry: TarEntry): Promise<void> {
    const sha256 = createHash('sha256').update(entry.content).digest('hex')
    this.#entries.push({ name: entry.name, bytes: entry.content.length, sha256 })
    await this.#write(entry)
  }

  async finish(facts: Facts): Promise<Manifest> {
    const manifest: Manifest = { ...facts, entries: this.#entries }
    await this.#write({ name: MANIFEST, content: Buffer.from(JSON.stringify(manifest, null, 1)) })
    await this.#file.appendFile(TAR_END)
    await this.#file.sync()
    await this.#file.close()
    await rename(`${this.#path}.partial`, this.#path)
    return manifest
  }

  async abandon(): Promise<void> {
    await this.#file.close()
    await rm(`${this.#path}.partial`, { force: true })
  }

  async #write({ name, content }: TarEntry): Promise<void> {
    await this.#file.appendFile(tarHeader(name, content.length, this.#mtimeS))
    await this.#file.appendFile(content)
    await this.#file.appendFile(tarPadding(content.length))
  }
}

/** A backup of which every byte was read and checked. */
export interface Archive {
  path: string
  manifest: Manifest
  /** The members again, without the manifest. */
  entries(): AsyncGenerator<TarEntry>
}

/**
 * Reads a whole backup and compares every member with its checksum.
 * @throws StartupError when it cannot be read, is no backup, or was truncated or changed.
 */
export async function openArchive(path: string): Promise<Archive> {
  const refuse = (why: string): StartupError => new StartupError(`The backup ${path} cannot be used: ${why}.`)
  const found: Manifest['entries'] = []
  let manifest: unknown
  try {
    for await (const { name, content } of membersOf(path)) {
      if (name === MANIFEST) manifest = JSON.parse(content.toString('utf8'))
      else found.push({ name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    }
  } catch (error) {
    if (error instanceof BrokenArchive || error instanceof SyntaxError) throw refuse(error.message)
    throw refuse(
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message,
    )
  }
  const parsed = manifestSchema.safeParse(manifest)
  if (!parsed.success) throw refuse('it holds no description that this Sluice understands')
  const { entries } = parsed.data
  const changed = entries.find(
    ({ name, sha256 }, index) => found[index]?.name !== name || found[index]?.sha256 !== sha256,
  )
  if (changed) throw refuse(`its part ${changed.name} is damaged or missing`)
  if (found.length > entries.length) throw refuse('it holds parts that it does not name')
  return {
    path,
    manifest: parsed.data,
    async *entries() {
      for await (const entry of membersOf(path)) if (entry.name !== MANIFEST) yield entry
    },
  }
}

async function* membersOf(path: string): AsyncGenerator<TarEntry> {
  const file = await open(path, 'r')
  try {
    yield* readTar(file)
  } finally {
    await file.close()
  }
}
