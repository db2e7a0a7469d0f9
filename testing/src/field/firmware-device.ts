import { connectMqtt, type MqttDevice } from './mqtt-device.ts'
import { until } from '../platform/wait.ts'

const ATTRIBUTES = 'v1/devices/me/attributes'
const TELEMETRY = 'v1/devices/me/telemetry'

/** What a device was told of a firmware. */
interface ToldFirmware {
  fw_title: string
  fw_version: string
  fw_size: number
  fw_checksum: string
}

/** A device that takes firmware as ThingsBoard's clients do: told by attributes, it asks for part after part. */
export interface FirmwareDevice {
  readonly device: MqttDevice
  /** The firmware that it was told of last; waits for one. */
  told(): Promise<ToldFirmware>
  /** How often it was told to forget it. */
  readonly withdrawn: number
  /** One part; a refusal is thrown. */
  part(part: number, size: number | ''): Promise<Buffer>
  /** All parts from one on, up to the empty one behind the last. */
  download(size: number, from?: number): Promise<Buffer>
  say(values: Record<string, string>): Promise<void>
  end(): Promise<void>
}

export async function connectFirmwareDevice(
  at: { port: number; token: string },
  filter = 'v2/fw/response/+/chunk/+',
): Promise<FirmwareDevice> {
  const device = await connectMqtt(at)
  const parts = new Map<string, Buffer>()
  const errors: string[] = []
  device.client.on('message', (topic, payload) => {
    if (topic.startsWith('v2/fw/response/')) parts.set(topic, payload)
    if (topic === 'v2/fw/error') errors.push(payload.toString())
  })
  const granted = await device.subscribe(ATTRIBUTES, filter, 'v2/fw/error')
  if (granted.some((qos) => qos > 2)) throw new Error(`not granted: ${granted.join(' ')}`)
  const heard = () => device.received.filter(({ topic }) => topic === ATTRIBUTES).map(({ json }) => json as object)
  const part = async (number: number, size: number | '') => {
    const topic = `v2/fw/response/1/chunk/${number}`
    parts.delete(topic)
    errors.length = 0
    await device.publish(topic.replace('response', 'request'), String(size))
    await until('a part', () => parts.has(topic) || errors.length > 0)
    const bytes = parts.get(topic)
    if (!bytes) throw new Error(errors[0])
    return bytes
  }
  return {
    device,
    told: () => until('a firmware', () => heard().findLast((one) => 'fw_version' in one) as ToldFirmware | undefined),
    get withdrawn() {
      return heard().filter((one) => 'deleted' in one).length
    },
    part,
    async download(size, from = 0) {
      const all: Buffer[] = []
      for (let number = from; ; number++) {
        const bytes = await part(number, size)
        if (bytes.length === 0) return Buffer.concat(all)
        all.push(bytes)
      }
    },
    say: (values) => device.publish(TELEMETRY, values),
    end: () => device.end(),
  }
}
