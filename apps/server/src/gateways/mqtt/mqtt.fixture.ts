import type { DeviceEdge } from '../device-edge.ts'
import type { MqttGateway } from './mqtt.gateway.ts'
import type { OpenTbMqtt } from './tb-mqtt.gateway.ts'

/** The MQTT gateway of a platform, for tests. */
export function mqttOf({ platform }: { platform: { edge: Pick<DeviceEdge, 'gatewayOf'> } }): MqttGateway {
  return (platform.edge.gatewayOf('TB_MQTT') as OpenTbMqtt).mqtt
}
