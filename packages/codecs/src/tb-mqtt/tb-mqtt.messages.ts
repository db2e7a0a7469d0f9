/** A value as ThingsBoard stores it; objects and arrays become their JSON text. */
export type TbValue = number | boolean | string

export type TbValues = Record<string, TbValue>

/** What a device is told, by key: any JSON. */
export type TbTold = Readonly<Record<string, unknown>>

/** Values of one time: epoch ms, or null where the device leaves the time to the server. */
export interface TbEntry {
  ts: number | null
  values: TbValues
}

/** What one device reports; `device` is null for the connected device, else the name a gateway gives its sub-device. */
export interface TbReport {
  device: string | null
  entries: TbEntry[]
}

/**
 * The messages of ThingsBoard's device and gateway API. `device` is null on `v1/devices/me/…` and a name on
 * `v1/gateway/…`; requests and their answers share `id`. `sharedUpdate` goes down on the topics that attributes come up
 * on; to a device it looks like what that would say itself, and is read as `attributes`.
 */
export type TbMqttMessage =
  | { kind: 'telemetry' | 'attributes'; gateway: boolean; reports: TbReport[] }
  | { kind: 'connect' | 'disconnect'; device: string }
  | { kind: 'attributesRequest'; id: number; device: null; clientKeys: string[]; sharedKeys: string[] }
  | { kind: 'attributesResponse'; id: number; device: null; client: TbTold; shared: TbTold }
  | { kind: 'gatewayAttributesRequest'; id: number; device: string; client: boolean; keys: string[]; single: boolean }
  | { kind: 'gatewayAttributesResponse'; id: number; device: string; values: TbTold; single: boolean }
  | { kind: 'sharedUpdate'; device: string | null; values: TbTold; deleted: readonly string[] }
  | { kind: 'rpcRequest'; id: number; device: string | null; method: string; params: unknown }
  | { kind: 'rpcResponse'; id: number; device: string | null; answer: unknown }
