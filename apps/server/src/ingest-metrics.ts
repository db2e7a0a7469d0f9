import { Gauge } from 'prom-client'
import type { Metrics } from './platform/metrics.ts'

/** What an operator watches of the way in. */
export function countIngest(
  metrics: Metrics,
  read: {
    backlog(): number
    connections(): number
    storeUp(): boolean
    refusedUplinks(): number
    mqtt: { healthy: boolean; lagMs: number; qos0Lost: number; unreadable: number; rejected: number }
  },
): void {
  const gauge = gaugesOf(metrics)
  gauge('sluice_ingest_backlog', 'Uplinks that wait for the store', read.backlog)
  gauge('sluice_uplinks_refused', 'Uplinks that the store refused for what they hold', read.refusedUplinks)
  gauge('sluice_device_connections', 'Open connections of devices', read.connections)
  gauge('sluice_mqtt_up', '1 while the MQTT broker answers', () => (read.mqtt.healthy ? 1 : 0))
  gauge('sluice_mqtt_lag_ms', 'How long the MQTT broker took to answer', () => read.mqtt.lagMs)
  gauge('sluice_mqtt_qos0_lost', 'MQTT messages with QoS 0 that were read and not stored', () => read.mqtt.qos0Lost)
  gauge('sluice_mqtt_unreadable', 'MQTT messages that were kept and could not be read', () => read.mqtt.unreadable)
  gauge('sluice_mqtt_rejected', 'MQTT connections that were refused', () => read.mqtt.rejected)
  gauge('sluice_store_up', '1 while the store takes uplinks', () => (read.storeUp() ? 1 : 0))
}

/** What an operator watches of the machine's clock. */
export function countClock(
  metrics: Metrics,
  { leaps, trust }: { leaps: { readonly leaps: number }; trust: { readonly doubt: string | null } },
): void {
  const gauge = gaugesOf(metrics)
  gauge('sluice_clock_leaps', 'How often the clock of the machine was set since the start', () => leaps.leaps)
  gauge('sluice_clock_doubt', '1 while the clock is not believed and nothing is deleted for its age', () =>
    trust.doubt === null ? 0 : 1,
  )
}

function gaugesOf(metrics: Metrics) {
  return (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.set(value())
      },
    })
}
