import { SILENCE_FAULTS } from '@sluice/contract'

/** Where the cause is, seen from a consequence: on the same device, on its master, or upstream of it in the network. */
export type Relation = 'SELF' | 'MASTER' | 'UPSTREAM'

/** Which faults explain which others (issue: cause and consequence). */
interface Explanation {
  relation: Relation
  causes: readonly string[]
  consequences: readonly string[]
}

/** Without mains nothing reports for long, no phase stands, no pump runs and no meter counts. */
const WITHOUT_MAINS = [...SILENCE_FAULTS, 'W01', 'W02', 'W04', 'W05', 'W06']

const EXPLANATIONS: readonly Explanation[] = [
  { relation: 'MASTER', causes: SILENCE_FAULTS, consequences: SILENCE_FAULTS },
  { relation: 'SELF', causes: ['P03'], consequences: WITHOUT_MAINS },
  { relation: 'MASTER', causes: ['P03'], consequences: ['P03', ...WITHOUT_MAINS] },
  { relation: 'UPSTREAM', causes: ['V13'], consequences: ['V08', 'V10', 'H01', 'I01', 'I03'] },
]

/** After its cause has cleared a consequence gets this long to clear too; then it is a fault of its own. */
export const SETTLES_MS = 600_000

/** Every pair of codes with one relation. */
export function pairsOf(relation: Relation): { cause: string; consequence: string }[] {
  return EXPLANATIONS.filter((one) => one.relation === relation).flatMap(({ causes, consequences }) =>
    causes.flatMap((cause) => consequences.map((consequence) => ({ cause, consequence }))),
  )
}

const UPSTREAM = pairsOf('UPSTREAM')

/** Whether the network has to be asked about a fault. */
export const isOfNetwork = (code: string): boolean =>
  UPSTREAM.some(({ cause, consequence }) => code === cause || code === consequence)
