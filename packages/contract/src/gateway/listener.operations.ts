import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** Where devices can reach the platform now. `port` is null while the listener is closed. */
export const listenerPage = defineOperation({
  method: 'GET',
  path: '/netty/v1/listener/page',
  access: 'session',
  input: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: z.object({
    list: z.array(
      z.object({
        protocol: z.string(),
        transport: z.enum(['tcp', 'udp', 'mqtt', 'http']),
        host: z.string(),
        port: z.int().nullable(),
        connections: z.int(),
      }),
    ),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
  }),
})
