import type { DeviceEdge } from '../device-edge.ts'
import type { MqttGateway } from './mqtt.gateway.ts'
import type { OpenTbMqtt } from './tb-mqtt.gateway.ts'

/** What stands behind the gateway of MQTT in a platform. */
export function mqttOf({ platform }: { platform: { edge: Pick<DeviceEdge, 'gatewayOf'> } }): MqttGateway {
  return (platform.edge.gatewayOf('TB_MQTT') as OpenTbMqtt).mqtt
}
