import { type FaultName, inLanguage } from '@sluice/contract'
import { setOwnTexts } from '../lib/text/text.ts'

let known: readonly FaultName[] | null = null

/** From now on faults are called as the registry says; null: as the program does. */
export function setFaultNames(names: readonly FaultName[] | null): void {
  known = names
  setOwnTexts('fault', (language) =>
    (names ?? []).map(({ code, name }) => [`fault.${code}`, inLanguage(name, language)]),
  )
}

/** One as a list showed it last: whoever changed it sees it everywhere at once. */
export function noteFaultName(fault: FaultName): void {
  const before = known?.find(({ code }) => code === fault.code)
  if (known === null || JSON.stringify(before) === JSON.stringify(fault)) return
  setFaultNames(before ? known.map((one) => (one === before ? fault : one)) : [...known, fault])
}
