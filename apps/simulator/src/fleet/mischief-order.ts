import type { FleetMember } from '../station/station.types.ts'

/** The usage of the mischief commands. */
export const MISCHIEF_USAGE = `cut [WHO]              lines go down and stay down; reports are kept
delay TIME [WHO]       everything leaves this much later: 500ms, 3s
duplicate [WHO]        everything goes out twice
lose-answers [WHO]     confirms and commands get lost on their way
silent [WHO]           nothing leaves, though the line stands
clock TIME [WHO]       clocks jump: +1h, -20m
heal [WHO]             all is well again (clocks too)
status                 how many of them are connected, and what waits
WHO: a share (10%), or names of stations (QH-0007 QH-0012); everybody when left out`

/** An error in a mischief command, as a sentence for the user. */
export class MischiefError extends Error {}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const LONGEST_DELAY_MS = 600_000
const FURTHEST_JUMP_MS = 400 * 86_400_000

function timeOf(text: string | undefined, mostMs: number): number {
  const [, sign, digits, unit] = /^([+-]?)(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text ?? '') ?? []
  const ms = Number(digits) * (UNITS_MS[unit ?? ''] ?? Number.NaN) * (sign === '-' ? -1 : 1)
  if (!Number.isFinite(ms) || Math.abs(ms) > mostMs) {
    throw new MischiefError(`"${text ?? ''}" is no time: write 500ms, 3s, +1h, at most ${mostMs / 60_000} minutes.`)
  }
  return ms
}

/** Evenly spread over the fleet, the same ones each time: `heal 10%` meets those of `cut 10%`. */
function share(members: readonly FleetMember[], percent: number): FleetMember[] {
  const count = Math.round((members.length * percent) / 100)
  return members.filter(
    (_, n) => Math.floor(((n + 1) * count) / members.length) > Math.floor((n * count) / members.length),
  )
}

function whoOf(members: readonly FleetMember[], words: readonly string[]): readonly FleetMember[] {
  const [first] = words
  if (first === undefined || first === 'all') return members
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(first) ?? []
  if (percent !== undefined) {
    if (Number(percent) > 100 || words.length > 1) throw new MischiefError(`"${words.join(' ')}" is no share.`)
    return share(members, Number(percent))
  }
  return words.map((name) => {
    const member = members.find((one) => one.name.toUpperCase() === name.toUpperCase())
    if (!member) throw new MischiefError(`No station of this fleet is called "${name}".`)
    return member
  })
}

/** Makes a fleet fail as lines of text say, and remembers what is to be healed. */
export class MischiefMaker {
  readonly #members: () => readonly FleetMember[]
  readonly #clocksAhead = new Map<FleetMember, number>()

  constructor(members: () => readonly FleetMember[]) {
    this.#members = members
  }

  /** Executes a line and returns how many stations it affected. @throws MischiefError */
  tell(line: string): { told: string; stations: number; connected: number; waiting: number } {
    const [verb = '', ...words] = line.trim().split(/\s+/)
    const members = this.#members()
    const takesTime = verb === 'delay' || verb === 'clock'
    const meant = whoOf(members, takesTime ? words.slice(1) : words)
    const act = this.#act(verb, words[0])
    for (const member of meant) act(member)
    const connected = members.filter((member) => member.connected).length
    const waiting = members.reduce((sum, member) => sum + member.waiting, 0)
    return { told: verb, stations: meant.length, connected, waiting }
  }

  #act(verb: string, time: string | undefined): (member: FleetMember) => void {
    switch (verb) {
      case 'cut':
        return (member) => member.setReachable(false)
      case 'delay': {
        const delayMs = timeOf(time, LONGEST_DELAY_MS)
        if (delayMs < 0) throw new MischiefError('Nothing leaves before it is made: a delay is not below zero.')
        return ({ mischief }) => void (mischief.delayMs = delayMs)
      }
      case 'duplicate':
        return ({ mischief }) => void (mischief.duplicateFrames = Infinity)
      case 'lose-answers':
        return ({ mischief }) => void (mischief.loseAnswers = Infinity)
      case 'silent':
        return ({ mischief }) => void (mischief.silent = true)
      case 'clock': {
        const ms = timeOf(time, FURTHEST_JUMP_MS)
        return (member) => this.#jump(member, ms)
      }
      case 'heal':
        return (member) => this.#heal(member)
      case 'status':
        return () => undefined
      default:
        throw new MischiefError(`"${verb}" is nothing a fleet can be told. It understands:\n${MISCHIEF_USAGE}`)
    }
  }

  #jump(member: FleetMember, ms: number): void {
    member.jumpClock(ms)
    this.#clocksAhead.set(member, (this.#clocksAhead.get(member) ?? 0) + ms)
  }

  #heal(member: FleetMember): void {
    Object.assign(member.mischief, { delayMs: 0, duplicateFrames: 0, loseAnswers: 0, silent: false })
    member.setReachable(true)
    const aheadMs = this.#clocksAhead.get(member)
    if (aheadMs) member.jumpClock(-aheadMs)
    this.#clocksAhead.delete(member)
  }
}
