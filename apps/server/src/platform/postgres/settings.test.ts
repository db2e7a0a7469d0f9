import { describe, expect, it } from 'vitest'
import { fitsSocket } from './address.ts'
import { serverEnvironment, serverSettings, settingArguments } from './settings.ts'

const tcp = { kind: 'tcp', port: 5555 } as const
const gib = 1024 ** 3

describe('the settings of the server', () => {
  it.each([
    [0.5, '128MB'],
    [1, '256MB'],
    [2, '256MB'],
    [8, '1024MB'],
    [256, '4096MB'],
  ])('give %s GiB of memory %s of shared buffers', (memory, buffers) => {
    expect(serverSettings(tcp, memory * gib)['shared_buffers']).toBe(buffers)
  })

  it('never trade acknowledged rows for speed', () => {
    expect(serverSettings(tcp, gib)).toMatchObject({ fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' })
  })

  it('listen on the socket alone or on the loopback address alone', () => {
    expect(serverSettings(tcp, gib)).toMatchObject({ listen_addresses: '127.0.0.1', unix_socket_directories: '' })
    const socket = serverSettings({ kind: 'socket', folder: '/a "b", c', port: 5432 }, gib)
    expect(socket).toMatchObject({ listen_addresses: '', unix_socket_directories: '"/a ""b"", c"' })
  })

  it('are handed over one by one', () => {
    expect(settingArguments({ jit: 'off', port: '1' })).toEqual(['-c', 'jit=off', '-c', 'port=1'])
  })
})

it('a socket fits as long as the system’s longest path', () => {
  const room = (process.platform === 'linux' ? 107 : 103) - '/.s.PGSQL.5432'.length
  expect(fitsSocket('/'.padEnd(room, 'x'))).toBe(true)
  expect(fitsSocket('/'.padEnd(room + 1, 'x'))).toBe(false)
  expect(fitsSocket(`/${'阀'.repeat(40)}`)).toBe(false)
})

it('the server inherits nothing secret from us', () => {
  process.env['PGHOST'] = 'elsewhere'
  process.env['SLUICE_ADMIN_PASSWORD'] = 'secret'
  const environment = serverEnvironment()
  delete process.env['PGHOST']
  delete process.env['SLUICE_ADMIN_PASSWORD']
  expect(Object.keys(environment).filter((name) => /PG|SLUICE|DATABASE/.test(name))).toEqual([])
})
