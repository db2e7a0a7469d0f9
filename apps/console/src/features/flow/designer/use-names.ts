import {
  departmentResource,
  type FlowModel,
  type FlowStep,
  isFork,
  type Resource,
  roleResource,
  STARTER_FIELD,
  steeringOf,
  userResource,
} from '@sluice/contract'
import { useCallback, useMemo, useState } from 'react'
import { useNames } from '../../../parts/form/refs-select.tsx'

/** The ids that a flow names, by what they are of. */
export interface NamedIds {
  user: string[]
  role: string[]
  dept: string[]
}

function ofSteps(steps: readonly FlowStep[], model: FlowModel, found: NamedIds): void {
  for (const step of steps) {
    if (isFork(step)) {
      for (const { groups, steps: inside } of step.branches) {
        for (const { formId, operator, values } of groups.flatMap(({ conditions }) => conditions)) {
          const steering = steeringOf(formId, model.form)
          const ids = values.map(String)
          if (steering === 'department' || operator === 'UNDER') found.dept.push(...ids)
          else if (steering === 'person' || formId === STARTER_FIELD) found.user.push(...ids)
        }
        ofSteps(inside, model, found)
      }
    } else if (step.kind === 'COPY') {
      found.user.push(...step.users)
      found.role.push(...step.roles)
    } else if (step.kind === 'APPROVAL') {
      const { approver, nobody } = step
      if (approver.by === 'USERS') found.user.push(...approver.users)
      if (approver.by === 'ROLE') found.role.push(...approver.roles)
      if (approver.by === 'CHOSEN') found[approver.from === 'ROLE' ? 'role' : 'user'].push(...approver.of)
      if (nobody.do === 'USERS') found.user.push(...nobody.users)
    }
  }
}

/** Every person, role and department that a flow names, once. */
function namedIn(model: FlowModel): NamedIds {
  const { users, roles, depts } = model.process.start.starters
  const found: NamedIds = { user: [...users], role: [...roles], dept: [...depts] }
  ofSteps(model.process.steps, model, found)
  return { user: [...new Set(found.user)], role: [...new Set(found.role)], dept: [...new Set(found.dept)] }
}

/** The names of whom a flow names: those that were chosen here, and others as the server has them. */
export function useFlowNames(model: FlowModel) {
  const [seen, setSeen] = useState<Readonly<Record<string, string>>>({})
  const ids = useMemo(() => namedIn(model), [model])
  const unknown = (list: readonly string[]) => list.filter((id) => seen[id] === undefined)
  const users = useNames(userResource as Resource, unknown(ids.user))
  const roles = useNames(roleResource as Resource, unknown(ids.role))
  const depts = useNames(departmentResource as Resource, unknown(ids.dept))
  const learn = useCallback((names: Readonly<Record<string, string>>) => setSeen((now) => ({ ...now, ...names })), [])
  const names: Readonly<Record<string, string>> = {
    ...Object.fromEntries([...users, ...roles, ...depts]),
    ...seen,
  }
  return { names, learn }
}
