import { StartupError } from '../platform/startup-error.ts'

const UNDEFINED_TABLE = '42P01'

/**
 * Runs a command of the product: prints its answer to standard output, or one sentence about what failed, with exit
 * code 1.
 */
export function runCommand(command: (args: string[]) => Promise<string>): void {
  command(process.argv.slice(2)).then(
    (answer) => {
      process.stdout.write(`${answer}\n`)
      process.exit(0)
    },
    (error: unknown) => {
      process.stderr.write(`${sentence(error)}\n`)
      process.exit(1)
    },
  )
}

function sentence(error: unknown): string {
  if (error instanceof StartupError) return error.message
  if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return 'Sluice has never been started on this database.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
