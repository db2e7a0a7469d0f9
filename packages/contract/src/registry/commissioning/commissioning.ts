import { z } from 'zod'
import type { Words } from '../../machine/words.ts'

/** Where a commissioning is: begun, everything proven that its device can prove, or accepted, whole or with defects. */
export const COMMISSIONING_STATES = ['BEGUN', 'PROVEN', 'ACCEPTED', 'DEFECTIVE'] as const
export type CommissioningState = (typeof COMMISSIONING_STATES)[number]
export const COMMISSIONING_STATE_WORDS: Readonly<Record<CommissioningState, Words>> = {
  BEGUN: ['待验收', 'Waiting for acceptance'],
  PROVEN: ['已试验，待验收', 'Proven, waiting for acceptance'],
  ACCEPTED: ['已验收', 'Accepted'],
  DEFECTIVE: ['有缺陷接收', 'Accepted with defects'],
}

/** What a device proves: that it reports, and that it opens and closes, where it has these commands. */
export const TRIAL_STEPS = ['FIRST_FRAME', 'OPEN', 'CLOSE'] as const
export type TrialStep = (typeof TRIAL_STEPS)[number]

/** What a photo is of: the plate, the inside of the pit, what lies around. */
export const PHOTO_SUBJECTS = ['PLATE', 'PIT', 'AROUND'] as const
export type PhotoSubject = (typeof PHOTO_SUBJECTS)[number]

/** The opening that a trial opens to where a valve takes one, %: water shows, and no ditch overflows. */
export const TRIAL_OPENING = 30
/** A worse accuracy is said, and stays on the sheet, m. */
export const GOOD_ACCURACY_M = 15

/** What a device has to prove, from the codes of its commands. */
export function trialStepsOf(codes: readonly string[]): TrialStep[] {
  const opens = codes.includes('OPEN') || codes.includes('SET_OPENING')
  const closes = codes.includes('CLOSE') || codes.includes('SET_OPENING')
  return ['FIRST_FRAME', ...(opens && closes ? (['OPEN', 'CLOSE'] as const) : [])]
}

/** A name drawn by hand: lines of x and y in thousandths of the field's width. */
export const signatureSchema = z.strictObject({
  name: z.string().trim().min(1).max(50),
  strokes: z
    .array(z.array(z.int().min(0).max(1000)).min(2).max(800))
    .min(1)
    .max(60),
})
export type Signature = z.output<typeof signatureSchema>
