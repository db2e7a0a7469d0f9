import { MISSING } from '../lib/text/reading-format.ts'
import { byName, useText } from '../lib/text/text.ts'
import { agentOf, placeOf } from '../lib/text/user-agent.ts'

/** An IP address with the kind of network it belongs to. */
export function Address({ ip }: { ip: string }) {
  useText()
  return (
    <span className="list-name">
      <span className="num">{ip}</span>
      <small>{byName(`enum.place.${placeOf(ip)}`)}</small>
    </span>
  )
}

/** Browser and system; the full user agent is in the tooltip. */
export function Agent({ userAgent, otherwise = MISSING }: { userAgent: string; otherwise?: string }) {
  const { browser, system } = agentOf(userAgent)
  const words = [browser, system].filter(Boolean).join(' · ')
  return <span title={userAgent}>{words || userAgent.slice(0, 40) || otherwise}</span>
}
