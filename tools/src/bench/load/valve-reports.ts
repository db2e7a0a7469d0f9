import type { MqttDevice } from './fleet.ts'
import { publishPacket } from './mqtt-packets.ts'
import { connectMqttValve } from './valves.ts'

/** What changes from report to report: readings alone, or also whether the valve moves. */
type Changing = 'values' | 'states'

/** So many valves begin and end to move in turn. */
const MOVING = 20

/** Valves that report in turn. */
export interface ValveReports {
  start(perSecond: number, changing?: Changing): void
  pause(): void
  close(): void
}

/** Connects them all; each report has other values, as from a pipe in use. */
export async function reportValves(port: number, fleet: readonly MqttDevice[]): Promise<ValveReports> {
  const valves = await Promise.all(fleet.map((device) => connectMqttValve(port, device)))
  let timer: NodeJS.Timeout | undefined
  let sent = 0
  const report = (changing: Changing) => {
    const turn = changing === 'states' ? Math.min(MOVING, valves.length) : valves.length
    const valve = valves[sent % turn]!
    const isMoving = changing === 'states' && Math.floor(sent / turn) % 2 === 0
    sent++
    const values = {
      opening: 100,
      valveState: isMoving ? 'OPENING' : 'OPEN',
      flow: 20 + (sent % 97) / 10,
      inletPressure: 0.3 + (sent % 13) / 100,
    }
    const id = (sent % 60_000) + 2_000
    valve.socket.write(publishPacket(id, 'v1/devices/me/telemetry', Buffer.from(JSON.stringify(values))))
  }
  const pause = () => clearInterval(timer)
  return {
    start(perSecond, changing = 'values') {
      pause()
      timer = setInterval(() => report(changing), 1000 / perSecond)
    },
    pause,
    close() {
      pause()
      for (const { socket } of valves) socket.destroy()
    },
  }
}
