/** A value as ThingsBoard stores it; objects and arrays become their JSON text. */
export type TbValue = number | boolean | string

export type TbValues = Record<string, TbValue>

/** Values sent to a device, by key: any JSON. */
export type TbTold = Readonly<Record<string, unknown>>

/** Values of one time: epoch ms, or null where the device leaves the time to the server. */
export interface TbEntry {
  ts: number | null
  values: TbValues
}

/**
 * The report of one device; `device` is null for the connected device, else the name a gateway gives its sub-device.
 */
export interface TbReport {
  device: string | null
  entries: TbEntry[]
}

/**
 * The short spelling of its topics that a device used: `v2/t` (SHORT) or `v2/t/j` (SHORT_JSON), which mean the same
 * with the same payload; omitted for `v1/devices/me/telemetry`. Gateways have no short spelling.
 */
export type TbSpelling = 'SHORT' | 'SHORT_JSON'

interface Spelled {
  spelling?: TbSpelling
}

/**
 * The messages of ThingsBoard's device and gateway API. `device` is null on `v1/devices/me/…` and a name on
 * `v1/gateway/…`; requests and their answers share `id`. `sharedUpdate` is sent down on the topics that attributes come
 * up on; to a device it looks like a message of its own, and is read as `attributes`. A gateway asks for attributes
 * with `key` or `keys` of one scope, or names the keys of both (SCOPES). A device asks for a part of its firmware with
 * the bytes of a part; 0: as many as fit.
 */
export type TbMqttMessage =
  | ({ kind: 'telemetry' | 'attributes'; gateway: boolean; reports: TbReport[] } & Spelled)
  | { kind: 'connect' | 'disconnect'; device: string }
  | ({ kind: 'attributesRequest'; id: number; device: null; clientKeys: string[]; sharedKeys: string[] } & Spelled)
  | ({ kind: 'attributesResponse'; id: number; device: null; client: TbTold; shared: TbTold } & Spelled)
  | {
      kind: 'gatewayAttributesRequest'
      id: number
      device: string
      clientKeys: string[]
      sharedKeys: string[]
      asked: 'KEY' | 'KEYS' | 'SCOPES'
    }
  | { kind: 'gatewayAttributesResponse'; id: number; device: string; values: TbTold; single: boolean }
  | ({ kind: 'sharedUpdate'; device: string | null; values: TbTold; deleted: readonly string[] } & Spelled)
  | ({ kind: 'rpcRequest'; id: number; device: string | null; method: string; params: unknown } & Spelled)
  | ({ kind: 'rpcResponse'; id: number; device: string | null; answer: unknown } & Spelled)
  | { kind: 'firmwareRequest'; id: number; chunk: number; size: number }
