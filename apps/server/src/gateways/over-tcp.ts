import type { GatewayParts, OpenGateway } from './gateway.ts'
import { TcpGateway, type TcpGatewayDeps } from './tcp.gateway.ts'

/** What a gateway over TCP leaves to its listener: a protocol defines how it cuts frames and what it does with them. */
export function overTcp(
  { log, clock, sessions, reading, door, blocked, noteConnection, noteBytes }: GatewayParts,
  own: Pick<TcpGatewayDeps, 'protocol' | 'split' | 'converse' | 'limits'>,
): Pick<OpenGateway, 'connections' | 'listen' | 'close' | 'setPaused' | 'take'> {
  const listener = new TcpGateway({
    ...own,
    clock,
    sessions,
    reading,
    door,
    blocked,
    noteConnection,
    noteBytes,
    onRefused: (refused) => log.info(refused, 'device connections were refused'),
  })
  return {
    connections: () => listener.connections,
    listen: async (host, [port]) => [port ? (await listener.listen(host, port)).port : null],
    close: () => listener.close(),
    take: (device) => listener.take(device),
    setPaused: (paused) => listener.setPaused(paused),
  }
}
