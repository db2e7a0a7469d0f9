import { Counter, Gauge } from 'prom-client'
import type { Metrics } from './platform/metrics.ts'

/** What an operator watches of the way in. */
export function countIngest(
  metrics: Metrics,
  read: {
    backlog(): number
    connections(): number
    storeUp(): boolean
    refusedUplinks(): number
    packetBytes(): number
    strangers: { leftOut: number }
    mqtt: { healthy: boolean; lagMs: number; qos0Lost: number; unreadable: number; rejected: number }
  },
): void {
  const { gauge, counter } = meters(metrics)
  gauge('sluice_ingest_backlog', 'Uplinks that wait for the store', read.backlog)
  counter('sluice_uplinks_refused_total', 'Uplinks that the store refused for what they hold', read.refusedUplinks)
  gauge('sluice_device_connections', 'Open connections of devices', read.connections)
  gauge('sluice_packet_bytes', 'Bytes of packets that wait for the rest of their message', read.packetBytes)
  gauge('sluice_mqtt_up', '1 while the MQTT broker answers', () => (read.mqtt.healthy ? 1 : 0))
  gauge('sluice_mqtt_lag_seconds', 'How long the MQTT broker took to answer', () => read.mqtt.lagMs / 1000)
  const { mqtt, strangers } = read
  counter('sluice_strangers_left_out_total', 'Rows about strangers that were not stored', () => strangers.leftOut)
  counter('sluice_mqtt_qos0_lost_total', 'MQTT messages with QoS 0 that were read and not stored', () => mqtt.qos0Lost)
  counter('sluice_mqtt_unreadable_total', 'MQTT messages that were kept and could not be read', () => mqtt.unreadable)
  counter('sluice_mqtt_rejected_total', 'MQTT connections that were refused', () => mqtt.rejected)
  gauge('sluice_store_up', '1 while the store takes uplinks', () => (read.storeUp() ? 1 : 0))
}

/** What an operator watches of the machine's clock. */
export function countClock(
  metrics: Metrics,
  { leaps, trust }: { leaps: { readonly leaps: number }; trust: { readonly doubt: string | null } },
): void {
  const { gauge, counter } = meters(metrics)
  counter('sluice_clock_leaps_total', 'How often the clock of the machine was set since the start', () => leaps.leaps)
  gauge('sluice_clock_doubt', '1 while the clock is not believed and nothing is deleted for its age', () =>
    trust.doubt === null ? 0 : 1,
  )
}

type Meter = (name: string, help: string, value: () => number) => void

/** `gauge` reads what stands now, `counter` what was counted elsewhere since the process began. */
function meters(metrics: Metrics): { gauge: Meter; counter: Meter } {
  const registers = [metrics]
  return {
    gauge(name, help, value) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value())
        },
      })
    },
    counter(name, help, value) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(value())
        },
      })
    },
  }
}
