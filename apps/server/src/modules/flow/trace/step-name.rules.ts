import { type FlowProcess, inLanguage, type Language, placeOf, type Words } from '@sluice/contract'
import { MENTION_STEP, START_STEP } from '../engine/flow-event.rules.ts'
import { END_NODE } from './trace.rules.ts'

/** What stands beside the steps of a process and has no name there. */
const WORDS: Readonly<Record<string, Words>> = {
  [START_STEP]: ['发起', 'Start'],
  [MENTION_STEP]: ['评论提及', 'Mentioned'],
  [END_NODE]: ['结束', 'End'],
}

/** A name as it is stored, in the language of a reader. */
export function storedStepName(name: string, language: Language): string {
  const words = WORDS[name]
  return words ? inLanguage(words, language) : name
}

/** Several of them, as a list says them. */
export function storedStepNames(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(
    names.map((name) => storedStepName(name, language)),
  )
}

/** The names of the steps of a process, and of what stands beside them. */
export function stepNames(process: FlowProcess, language: Language): (stepId: string) => string {
  return (stepId) => placeOf(process, stepId)?.step.name ?? storedStepName(stepId, language)
}
