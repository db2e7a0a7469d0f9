import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { systemClock } from '../clock/clock.ts'
import type { Connection } from '../db/db.ts'
import { openOutboxListener } from './outbox-listener.ts'
import { DELIVERED_CHANNEL, WRITTEN_CHANNEL } from './outbox.store.ts'

const log = { warn: () => undefined } as never

test('what was delivered while it begins to listen is read with what came before, not ahead of it', async () => {
  const client = new EventEmitter()
  const heard: string[] = []
  // The server's answer to `listen` and a first notification may arrive together.
  const query = async (text: string) => {
    if (text.startsWith('listen')) {
      client.emit('notification', { channel: DELIVERED_CHANNEL, payload: '3' })
      client.emit('notification', { channel: WRITTEN_CHANNEL })
    }
    return { rows: [] }
  }
  const connection = { client, query } as unknown as Connection
  const listener = openOutboxListener({
    db: { withClient: (work) => work(connection) },
    clock: systemClock,
    log,
    heardAt: systemClock.elapsed(),
    onWritten: () => heard.push('written'),
    onDelivered: (ids) => heard.push(`delivered ${ids.join()}`),
    onListening: () => heard.push('listening'),
  })
  await vi.waitFor(() => expect(listener.isDeaf).toBe(false))
  client.emit('notification', { channel: DELIVERED_CHANNEL, payload: '4,5' })
  await listener.close()
  expect(heard.filter((one) => one !== 'written')).toEqual(['listening', 'delivered 4,5'])
  expect(heard).toContain('written')
})
