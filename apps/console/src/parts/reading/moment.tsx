import { showTime, useMoment } from '../../lib/time/clock.ts'
import { showMoment } from '../../lib/time/time-ahead.ts'
import { useText } from '../../lib/text/text.ts'

/** A time of a row: its age or, when it is still to come, when that will be; the exact time is in the tooltip. */
export function Moment({ time }: { time: string }) {
  useText()
  const text = useMoment((now) => showMoment(time, now))
  return (
    <time dateTime={time} title={showTime(time)} className="num">
      {text}
    </time>
  )
}
