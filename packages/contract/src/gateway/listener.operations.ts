import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'
import { pageOf, pageQuery } from '../machine/page.ts'

/**
 * Where devices can reach the platform now. `port` is null while the listener is closed. The shared port, where it is
 * configured, is the protocol SHARED; connections that came by it are counted there and at their protocol.
 */
export const listenerPage = defineOperation({
  title: ['接入端口', 'Listeners'],
  method: 'GET',
  path: '/netty/v1/listener/page',
  access: { key: 'listener:list' },
  tenant: { none: 'where devices connect is a setting of the server' },
  input: z.strictObject(pageQuery),
  output: pageOf(
    z.object({
      protocol: z.string(),
      transport: z.enum(['tcp', 'udp', 'mqtt', 'http']),
      host: z.string(),
      port: z.int().nullable(),
      connections: z.int(),
    }),
  ),
})
