import type { Command } from '@sluice/contract'
import { showTime } from '../../lib/time/clock.ts'
import { hasEnded } from '../../domain/command/commands.ts'
import { byName, t } from '../../lib/text/text.ts'
import { targetWords, valueWords } from './command-words.ts'

/** A command waits no longer than this on an open connection, unless its device sleeps. */
const SLEEPY_MS = 600_000

export interface SaidSince {
  /** Percent, as last reported. */
  opening: number | null
  /** The valve reported after the command was given up. */
  reportedSince: boolean
}
const NOTHING_SINCE: SaidSince = { opening: null, reportedSince: false }

/** Whether the device may have acted although nothing proves it: then reading it comes first. */
export function isInQuestion(command: Command): boolean {
  const { status, target, attempts, outcomeUnknown } = command
  if (status === 'TIMEOUT') return true
  if (outcomeUnknown && !hasEnded(command)) return true
  const left = status === 'CANCELLED' || status === 'SUPERSEDED' || status === 'EXPIRED'
  return left && target !== null && attempts > 0
}

/** One sentence: what may be true, and what to do. Null when there is nothing to say. */
export function sentenceOf(command: Command, { opening, reportedSince }: SaidSince = NOTHING_SINCE): string | null {
  const { status, target, resultCode, resultMsg, attempts } = command
  if (status === 'QUEUED' && Date.parse(command.expireTime) - Date.parse(command.createTime) > SLEEPY_MS)
    return t('box.sleepy', { time: showTime(command.expireTime, '{h}:{i}') })
  if (isInQuestion(command)) {
    if (command.code !== 'READ' && (target === null || target.metric)) return doubtOf(command)
    if (target === null) return t('box.unread')
    if (reportedSince && opening !== null)
      return t('box.reportedSince', { opening: Math.round(opening), target: targetWords(command) })
    if (command.outcomeUnknown) return t('box.restarted')
    if (status === 'TIMEOUT') return byName(`box.${resultCode}`, t('box.NO_ACK'))
    return t('box.leftOnce', { state: byName(`enum.commandStatus.${status}`), n: attempts })
  }
  switch (status) {
    case 'FAILED':
      return [byName(`box.${resultCode}`, t('box.failed')), resultMsg].filter(Boolean).join(' ')
    case 'EXPIRED':
      return t('box.expired')
    case 'CANCELLED':
      return t('box.cancelled')
    case 'SUPERSEDED':
      return t('box.superseded')
    default:
      return null
  }
}

/** What may be true of a device that is no valve. */
function doubtOf({ target, status, outcomeUnknown, resultCode, attempts }: Command): string {
  if (outcomeUnknown) return t('box.restartedOther')
  if (status !== 'TIMEOUT')
    return t('box.leftOnceOther', { state: byName(`enum.commandStatus.${status}`), n: attempts })
  if (resultCode === 'NO_PROOF') return t('box.NO_PROOF')
  return t(target === null ? 'box.unanswered' : 'box.mayHaveActed')
}

/** The evidence of the ledger: the device's report for movements, its answer for other commands. */
export function proofWords({ code, status, target, after, ackTime, doneTime }: Command): string {
  if (status !== 'EXECUTED') return t('proof.none')
  const answered = code === 'READ' ? 'proof.answer' : 'proof.answerOnly'
  if (target === null) return t(answered, { time: showTime(ackTime ?? doneTime, '{h}:{i}:{s}') })
  const opening = typeof after?.opening === 'number' ? `${Math.round(after.opening)} %` : ''
  const word = after?.valveState ? byName(`enum.valveState.${after.valveState}`, after.valveState) : ''
  const value = after?.value === undefined ? '' : valueWords(after.value)
  const what = [opening, word, value].filter(Boolean).join(' · ')
  return t('proof.report', { what, time: showTime(doneTime, '{h}:{i}:{s}') })
}
