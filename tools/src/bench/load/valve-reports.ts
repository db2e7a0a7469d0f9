import type { MqttDevice } from './fleet.ts'
import { publishPacket } from './mqtt-packets.ts'
import { connectMqttValve } from './valves.ts'

/** Valves that report in turn. */
export interface ValveReports {
  start(perSecond: number): void
  pause(): void
  close(): void
}

/** Connects them all; each report has other values, as from a pipe in use. */
export async function reportValves(port: number, fleet: readonly MqttDevice[]): Promise<ValveReports> {
  const valves = await Promise.all(fleet.map((device) => connectMqttValve(port, device)))
  let timer: NodeJS.Timeout | undefined
  let sent = 0
  const report = () => {
    const valve = valves[sent % valves.length]!
    sent++
    const values = {
      opening: 100,
      valveState: 'OPEN',
      flow: 20 + (sent % 97) / 10,
      inletPressure: 0.3 + (sent % 13) / 100,
    }
    const id = (sent % 60_000) + 2_000
    valve.socket.write(publishPacket(id, 'v1/devices/me/telemetry', Buffer.from(JSON.stringify(values))))
  }
  const pause = () => clearInterval(timer)
  return {
    start(perSecond) {
      pause()
      timer = setInterval(report, 1000 / perSecond)
    },
    pause,
    close() {
      pause()
      for (const { socket } of valves) socket.destroy()
    },
  }
}
