import { type FaultObservation, inLanguage, type Language, type Words } from '@sluice/contract'
import { durationOf, fill, stateWord, typed } from './word-parts.ts'

type Of<Kind extends FaultObservation['observed']> = Extract<FaultObservation, { observed: Kind }>
type Said = (words: Words, facts?: Readonly<Record<string, string | number>>) => string
type Told<Kind extends FaultObservation['observed']> = (
  one: Of<Kind>,
  say: Said,
  language: Language,
) => { value: string; limit: string }

const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400

/** The two greatest units: nobody asks for the seconds of a day. */
function roughly(seconds: number, language: Language): string {
  const to = seconds >= DAY_S ? HOUR_S : seconds >= HOUR_S ? MINUTE_S : 1
  return durationOf(Math.max(1, Math.round(seconds / to) * to), language)
}

const percent = (part: number, all: number) => typed(Math.round((100 * part) / all))

const tenths = (value: number) => typed(Number(value.toFixed(1)))

const hundredths = (value: number) => typed(Number(value.toFixed(2)))

const TOLD: { [Kind in FaultObservation['observed']]: Told<Kind> } = {
  SILENCE: ({ silentS, mostS, everyS }, say, language) => {
    const most = roughly(mostS, language)
    return {
      value: say(['{time}没有上报', 'last report {time} ago'], { time: roughly(silentS, language) }),
      limit: everyS
        ? say(['应每 {every}上报一次，最多隔 {most}', 'one every {every}, {most} apart at most'], {
            every: roughly(everyS, language),
            most,
          })
        : say(['最多隔 {most}', '{most} apart at most'], { most }),
    }
  },
  DISCONNECTED: (_one, say) => ({
    value: say(['连接已断开', 'connection closed']),
    limit: say(['应保持连接', 'stays connected']),
  }),
  BIT: ({ bit, v }, say) => ({
    value: say(['状态字第 {bit} 位 = {v}', 'status word bit {bit} = {v}'], { bit, v }),
    limit: say(['应为 {v}', 'expected {v}'], { v: 1 - v }),
  }),
  EVENT: ({ key, v }, say, language) => {
    const word = typeof v === 'number' ? typed(v) : stateWord(key, String(v), language)
    return { value: word, limit: say(['等于 {word}', 'is {word}'], { word }) }
  },
  FRAMES: ({ bad, all, mostPct }, say) => ({
    value: say(['{all} 帧中 {bad} 帧校验错（{part} %）', '{bad} of {all} frames damaged ({part} %)'], {
      bad,
      all,
      part: percent(bad, all),
    }),
    limit: say(['一小时内最多 {most} %', '{most} % within an hour at most'], { most: typed(mostPct) }),
  }),
  MOVED: ({ v, expected, tolerance }) => ({
    value: `${tenths(v)} %`,
    limit: `${tenths(expected)} % ± ${typed(tolerance)}`,
  }),
  COEFFICIENT: ({ v, waterM3, least, most }, say) => ({
    value:
      v === null
        ? say(['{water} m³ 没有电量', '{water} m³ without energy'], { water: tenths(waterM3) })
        : `${hundredths(v)} m³/kWh`,
    limit: `${hundredths(least)}–${hundredths(most)} m³/kWh`,
  }),
  PASSWORDS: ({ n, most }, say) => ({
    value: say(['{n} 次密码错误', '{n} wrong passwords'], { n }),
    limit: say(['少于 {most} 次', 'fewer than {most}'], { most }),
  }),
  TEMPERATURE: ({ v, lower, upper, lastedS }, say, language) => {
    const what =
      lower === null
        ? say(['高于 {upper} °C', 'above {upper} °C'], { upper: typed(upper ?? 0) })
        : upper === null
          ? say(['低于 {lower} °C', 'below {lower} °C'], { lower: typed(lower) })
          : say(['超出 {lower}–{upper} °C', 'outside {lower}–{upper} °C'], { lower: typed(lower), upper: typed(upper) })
    return {
      value: `${tenths(v)} °C`,
      limit: say(['{what}，持续 {time}', '{what} for {time}'], { what, time: durationOf(lastedS, language) }),
    }
  },
}

/** What was seen of a fault that no limit found, and what was expected. */
export function observationWords<Kind extends FaultObservation['observed']>(
  one: Of<Kind>,
  language: Language,
): { value: string; limit: string } {
  const told: Told<Kind> = TOLD[one.observed as Kind]
  return told(one, (words, facts) => (facts ? fill(words, language, facts) : inLanguage(words, language)), language)
}
