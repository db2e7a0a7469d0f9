import type { TbTold } from '@sluice/codecs'
import type { MqttLimits } from './broker.messages.ts'

/** Messages that a device may send before the first of them is acknowledged. */
const UNDER_WAY = 100

/** What a device may send, in the form of ThingsBoard's answer to `getSessionLimits`: `count:seconds`. */
export function sessionLimits({ payloadBytes, packetsPerSecond }: MqttLimits): TbTold {
  const rate = `${packetsPerSecond}:1`
  // Each half kilobyte counts as one message, and holds ten values with their time.
  const rates = { messages: rate, telemetryMessages: rate, telemetryDataPoints: `${packetsPerSecond * 10}:1` }
  return { maxPayloadSize: payloadBytes, maxInflightMessages: UNDER_WAY, rateLimits: rates, gatewayRateLimits: rates }
}
