import type { Codec } from '@sluice/codecs'
import type { ProductModel } from '@sluice/contract'
import type { DeviceType } from './device-type.ts'
import { typeOfModel } from './model/type-of-model.ts'

/**
 * How a device identifies itself. `ADDRESS`: one that it writes into its frames, with a password that is optional until
 * one is set. `TOKEN`: one secret, which it shows when it connects; only its hash is stored.
 */
export type Identification =
  | {
      by: 'ADDRESS'
      /** Whether stations can have this address; letters are upper case. */
      isAddress(text: string): boolean
      /** A new password; `draw` gives a random whole number below its argument. */
      drawPassword(draw: (below: number) => number): string
      /** A typed password in the form that stations send; null where no station can have it. */
      readPassword(text: string): string | null
    }
  | { by: 'TOKEN'; drawToken(draw: (below: number) => number): string }

/** Where a device sends its first value to. */
export interface FirstReportTarget {
  deviceNo: string
  host: string
  port: number
  /** A placeholder where it was not made just now. */
  token: string
}

/** Where a device asks for its token, and with what. */
export interface ProvisioningTarget {
  host: string
  port: number
  key: string
  /** A placeholder: it is not known any more. */
  secret: string
}

/** What people may send to devices of a protocol as they typed it. */
export interface RawTaking {
  /** Bytes of a frame, or a topic and its payload, which only devices with a connection of their own take. */
  as: 'FRAME' | 'MESSAGE'
  /** Whether such a frame may be sent. */
  accepts(frame: Uint8Array): boolean
}

/** What a device of a protocol may be sent as it was typed; undefined: nothing. */
export function rawTakingOf(
  protocol: Pick<Protocol, 'takesRaw'> | undefined,
  nodeKind: DeviceType['nodeKind'],
): RawTaking | undefined {
  const taking = protocol?.takesRaw
  return taking?.as === 'MESSAGE' && nodeKind === 'SLAVE' ? undefined : taking
}

/** A protocol as one value, without its connections: the facts for registering and reading its devices. */
export interface Protocol {
  readonly protocol: string
  readonly codec: Codec<unknown>
  /** Its built-in models: products that every installation has. */
  readonly models: readonly ProductModel[]
  /** Reads and encodes by a model where the rules of models are not enough; `typeOfModel` when left out. */
  typeOf?(model: ProductModel): DeviceType
  readonly identification: Identification
  /** What a person pastes of it that is no hexadecimal, as a frame; null where it is none. */
  frameOf?(text: string): Uint8Array | null
  /** What a person pastes as the payload of a publish, on this topic, as a frame. */
  publishOf?(topic: string, payload: Uint8Array): Uint8Array
  /** How a master distinguishes its slaves. */
  readonly slavesBy: 'CHANNEL' | 'NAME'
  /** The elements of its standard, which the rules of a model name: identifier, name, and the unit on the wire. */
  readonly elements?: readonly { id: string; name: string; unit: string }[]
  /** Its commands are requests that each product maps (`CommandMap`). */
  readonly mapsCommands?: true
  /** What a person types can be sent to its devices as it is (`RawDownlink`); nothing when left out. */
  readonly takesRaw?: RawTaking
  /** Its devices accept shared attributes. */
  readonly takesAttributes?: true
  /** It brings firmware to devices that have a connection of their own; told by shared attributes. */
  readonly carriesFirmware?: true
  /** Its devices can ask for their token with the key and secret of their product: how they do; they cannot when left out. */
  provisioning?(target: ProvisioningTarget): {
    user: string
    request: string
    answer: string
    payload: string
    example: string
  }
  /** Where such a device publishes, and a command for a shell that sends a first value; none when left out. */
  firstReport?(type: DeviceType, target: FirstReportTarget): { topic: string; example: string }
}

/** What the rest of the program needs from all protocols together. Products come and change while it runs. */
export interface Catalogue {
  readonly protocols: readonly Protocol[]
  /** Every product in force, and built-in ones before the store was read. */
  types(): readonly DeviceType[]
  typeOf(productNo: string): DeviceType | undefined
  protocolOf(name: string): Protocol | undefined
  /** From now on these models are in force; the answer has their types. */
  adopt(models: readonly ProductModel[]): DeviceType[]
}

export function catalogueOf(protocols: readonly Protocol[]): Catalogue {
  const byName = new Map(protocols.map((protocol) => [protocol.protocol, protocol]))
  const byProductNo = new Map<string, DeviceType>()
  const adopt = (models: readonly ProductModel[]) => {
    const types = models.map((model) => byName.get(model.protocol)?.typeOf?.(model) ?? typeOfModel(model))
    for (const type of types) byProductNo.set(type.productNo, type)
    return types
  }
  adopt(protocols.flatMap(({ models }) => models))
  return {
    protocols,
    types: () => [...byProductNo.values()],
    typeOf: (productNo) => byProductNo.get(productNo),
    protocolOf: (name) => byName.get(name),
    adopt,
  }
}

const BY_ID = 'id:'

/** The address, in the pipeline, of a device that was recognised by its token. */
export function addressOfDevice(deviceId: string): string {
  return BY_ID + deviceId
}

/** The device in such an address; undefined in one that a station writes into its frames. */
export function deviceIdIn(address: string): string | undefined {
  return address.startsWith(BY_ID) ? address.slice(BY_ID.length) : undefined
}
