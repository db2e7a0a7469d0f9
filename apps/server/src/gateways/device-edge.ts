import type { AddressInfo } from 'node:net'
import { sl651 } from '@sluice/codecs'
import { listenerPage } from '@sluice/contract'
import type { ByteNote, ConnectionNote } from './link.ts'
import { converseSl651, type Sl651Uplink, type UplinkAcceptance, uplinkOf } from './sl651.conversation.ts'
import { DeviceSessions } from './sessions.ts'
import { TcpGateway } from './tcp.gateway.ts'
import type { Clock } from '../platform/clock.ts'
import type { ListenPort } from '../platform/listen-port.ts'
import { type Api, mountOperation } from '../platform/mount-operation.ts'

/** Where devices reach us. */
export interface DeviceEdgeConfig {
  deviceHost: string
  devicePublicHost: string | undefined
  devicePorts: { sl651: ListenPort | undefined }
}

export interface DeviceEdgeParts {
  config: DeviceEdgeConfig
  clock: Clock
  accept(uplink: Sl651Uplink): Promise<UplinkAcceptance>
  noteConnection(note: ConnectionNote): void
  noteBytes(note: ByteNote): void
}

/** All listeners of devices: one per protocol. A new protocol is a gateway more. */
export function createDeviceEdge({ config, clock, accept, noteConnection, noteBytes }: DeviceEdgeParts) {
  const sessions = new DeviceSessions()
  const gateway = new TcpGateway({
    protocol: 'SL651',
    split: (buffer, ended) => sl651.split(buffer, ended),
    converse: (link) => converseSl651(link, { accept, sessions, clock, noteConnection, noteBytes }),
    sessions,
    clock,
    noteConnection,
    noteBytes,
  })
  let address: AddressInfo | undefined

  /** A wildcard address is of no use to a station. */
  function publicHost(): string | undefined {
    if (config.devicePublicHost) return config.devicePublicHost
    return ['0.0.0.0', '::'].includes(config.deviceHost) ? undefined : config.deviceHost
  }

  return {
    async listen(): Promise<void> {
      const wanted = config.devicePorts.sl651
      if (wanted) address = await gateway.listen(config.deviceHost, wanted)
    },
    close: () => gateway.close(),
    setPaused: (paused: boolean) => gateway.setPaused(paused),
    connections: () => gateway.connections,
    port: () => address?.port ?? null,
    listenerOf: (protocol: string) =>
      protocol === 'SL651' ? { host: publicHost(), port: address?.port ?? null } : undefined,
    /** A kept frame of a station that was adopted: as if it had just arrived, at the time it did. */
    async replay(protocol: string, raw: Uint8Array, receivedAt: number): Promise<boolean> {
      const decoded = protocol === 'SL651' ? sl651.decode(raw) : undefined
      if (!decoded?.ok || decoded.value.body.kind === 'part') return false
      return (await accept(uplinkOf(decoded.value, [raw], receivedAt, 'replay'))).acknowledge
    },
    mount(api: Api): void {
      mountOperation(api, listenerPage, ({ page, limit }) => {
        const host = publicHost() ?? config.deviceHost
        const connections = gateway.connections
        const list = [{ protocol: 'SL651', transport: 'tcp' as const, host, port: address?.port ?? null, connections }]
        return { list: list.slice((page - 1) * limit, page * limit), total: list.length, page, limit }
      })
    },
  }
}
