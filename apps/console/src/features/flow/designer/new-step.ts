import type { ApprovalStep, FlowApprover, FlowStep, FormItem } from '@sluice/contract'

export type NewKind = FlowStep['kind']

/** The settings with which each way of asking begins: a change of the way clears those of the one before (WD-8). */
export function approverBy(by: FlowApprover['by']): FlowApprover {
  switch (by) {
    case 'USERS':
      return { by, users: [] }
    case 'DIRECTOR':
      return { by, level: 1 }
    case 'CHAIN':
      return { by, level: null }
    case 'ROLE':
      return { by, roles: [] }
    case 'POSITION':
      return { by, position: '' }
    case 'CHOSEN':
      return { by, from: 'ALL', several: false, of: [] }
    case 'STARTER':
      return { by }
    case 'FIELD':
      return { by, formId: '' }
  }
}

/** Whether more than one can be asked at once, so that it matters how they agree (WD-9); a chain asks one after the other anyway. */
export function canBeSeveral(approver: FlowApprover): boolean {
  switch (approver.by) {
    case 'USERS':
      return approver.users.length > 1
    case 'CHOSEN':
      return approver.several
    case 'ROLE':
    case 'POSITION':
      return true
    default:
      return false
  }
}

/** Fields of the form that may name who is asked: a person, who must be filled in. */
export function personFields(items: readonly FormItem[]): readonly FormItem[] {
  return items.filter(({ tag, required }) => tag === 'USER' && required)
}

/** A step as it stands when it is new. Who reads at an approval reads every field (WD-11). */
export function newStep(kind: Exclude<NewKind, 'CHOICE' | 'PARALLEL'>, id: string, name: string): FlowStep {
  if (kind === 'COPY') return { id, kind, name, users: [], roles: [], starterAdds: false }
  if (kind === 'DELAY') return { id, kind, name, wait: { minutes: 60 } }
  const approval: ApprovalStep = {
    id,
    kind,
    name,
    approver: approverBy('DIRECTOR'),
    several: 'SEQUENTIAL',
    nobody: { do: 'ADMIN' },
    refusal: { do: 'END' },
    limit: null,
    rights: {},
  }
  return approval
}
