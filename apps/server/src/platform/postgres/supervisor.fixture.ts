import { type EmbeddedOptions, startEmbeddedPostgres } from './supervisor.ts'

/**
 * A separate process that keeps an embedded PostgreSQL, for tests that kill it: the options come as JSON, one line of
 * JSON gives the address (or `{ refused }`), SIGTERM stops it, `--exit` makes it exit without stopping.
 */
async function main(): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '{}') as Omit<EmbeddedOptions, 'log'>
  const log = { info: note, warn: note, error: note }
  try {
    const postgres = await startEmbeddedPostgres({ ...options, log })
    tell({ address: postgres.address, adminAddress: postgres.adminAddress })
    if (process.argv.includes('--exit')) process.exit(0)
    const alive = setInterval(() => undefined, 1_000)
    process.once('SIGTERM', () => {
      clearInterval(alive)
      void postgres.stop()
    })
  } catch (error) {
    tell({
      refused: error instanceof Error ? error.message : String(error),
      kind: error instanceof Error ? error.name : '',
    })
    process.exitCode = 1
  }
}

function note(facts: object, text: string): void {
  process.stderr.write(`${text} ${JSON.stringify(facts)}\n`)
}

function tell(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

await main()
