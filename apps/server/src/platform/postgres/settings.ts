import { totalmem } from 'node:os'
import type { Address } from './address.ts'

const mib = 1024 * 1024

/** Server settings by name, as PostgreSQL writes them. */
export type Settings = Readonly<Record<string, string>>

/** The memory this process may count on, in bytes: a container's limit where there is one. */
export function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Settings for a machine with `memory` bytes that PostgreSQL shares with Node. The settings that keep acknowledged rows
 * through a power cut (fsync, full_page_writes, synchronous_commit) are written out to make them evident.
 */
export function serverSettings(address: Address, memory: number): Settings {
  const quarter = memory / 4 / mib
  const shared = Math.floor(Math.min(Math.max(256, memory / 8 / mib), quarter, 4096))
  return {
    ...addressSettings(address),
    cluster_name: 'sluice',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    jit: 'off',
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.floor(Math.max(quarter * 2, shared))}MB`,
    // Containers often have 64 MB of /dev/shm, too little for parallel scans; this part lies in main memory.
    min_dynamic_shared_memory: `${Math.floor(Math.min(64, shared / 4))}MB`,
    max_connections: '100',
    wal_compression: 'on',
    max_wal_size: '1GB',
    min_wal_size: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '%m [%p] %a ',
    log_checkpoints: 'off',
    // Our own log file, watched by us: see server-log.ts.
    logging_collector: 'off',
    log_destination: 'stderr',
    // A statement whose client died must not hold its locks until it ends by itself.
    ...(process.platform === 'linux' ? { client_connection_check_interval: '5s' } : {}),
  }
}

function addressSettings(address: Address): Settings {
  return address.kind === 'socket'
    ? {
        listen_addresses: '',
        unix_socket_directories: quoteListItem(address.folder),
        unix_socket_permissions: '0700',
        port: String(address.port),
      }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(address.port) }
}

/** Folders are in a comma-separated list there. */
function quoteListItem(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** The settings as arguments of `postgres`. */
export function settingArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * The environment of PostgreSQL's programs: no secrets of ours, no `PG…` variable that would change their behaviour,
 * and English messages because we parse them.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'SystemDrive', 'TEMP', 'windir']
  const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of kept) {
    // oxlint-disable-next-line node/no-process-env -- handed on to a child, no setting of ours
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}
