import { flowProblems, PROCESS_LIMITS } from '@sluice/contract'
import { expect, test } from 'vitest'
import { approval, branch, choice, flow, FORM, shape, WATER } from './flow.fixture.ts'
import {
  copyOf,
  type ForkStep,
  isLocked,
  jointAfter,
  jointsFor,
  stepIn,
  withBranch,
  withBranchMoved,
  withChanged,
  withFork,
  withMoved,
  withoutBranch,
  withoutStep,
  withStep,
} from './flow-edit.ts'

const { steps } = WATER.process
const WHOLE = 'one fork(small:two|middle:three|other:) four'
const TWO = [
  { id: 'l', name: '' },
  { id: 'r', name: '' },
] as const

test('the flow that the others begin with can be published', () => {
  expect(flowProblems(WATER)).toEqual([])
  expect(shape(steps)).toBe(WHOLE)
})

test('a step is put at a joint of any list, and taken out of it', () => {
  expect(shape(withStep(steps, { list: null, index: 1 }, approval('x')))).toBe(WHOLE.replace('one', 'one x'))
  const inside = withStep(steps, { list: 'other', index: 0 }, approval('x'))
  expect(shape(inside)).toBe(WHOLE.replace('other:', 'other:x'))
  expect(shape(withoutStep(inside, 'x'))).toBe(WHOLE)
  expect(shape(withoutStep(steps, 'fork'))).toBe('one four')
  expect(withoutStep(steps, 'nobody')).toEqual(steps)
})

test('WD-13 (1 of 3) a new choice has two branches, and what followed hangs under the first', () => {
  const fork = { id: 'f', name: '条件', branches: TWO }
  const made = withFork(steps, { list: null, index: 1 }, { ...fork, kind: 'CHOICE' })
  expect(shape(made)).toBe('one f(l:fork(small:two|middle:three|other:) four|r:)')
  const inside = withFork(steps, { list: 'middle', index: 0 }, { ...fork, kind: 'CHOICE' })
  expect(shape(inside)).toBe('one fork(small:two|middle:f(l:three|r:)|other:) four')
  const parallel = withFork(steps, { list: null, index: 1 }, { ...fork, kind: 'PARALLEL' })
  expect(shape(parallel)).toBe('one f(l:|r:) fork(small:two|middle:three|other:) four')
})

test('WD-13 (2 of 3) down to one branch the choice dissolves and the steps of that one stay; the one for other cases stays', () => {
  const one = withoutBranch(steps, 'small')
  expect(shape(one)).toBe('one fork(middle:three|other:) four')
  expect(shape(withoutBranch(steps, 'other'))).toBe(WHOLE)
  const kept = withStep(one, { list: 'other', index: 0 }, approval('x'))
  expect(shape(withoutBranch(kept, 'middle'))).toBe('one x four')
  const parallel = [
    {
      ...choice('p', [branch('a', 'a', [approval('1')]), branch('b', 'b', [approval('2')])]),
      kind: 'PARALLEL' as const,
    },
  ]
  expect(shape(withoutBranch(parallel, 'b'))).toBe('1')
})

test('WD-13 (3 of 3) branches move to the left and right, their priority is their place, the default one is the last and locked', () => {
  const moved = withBranchMoved(steps, 'middle', -1)
  expect(shape(moved)).toBe('one fork(middle:three|small:two|other:) four')
  expect(shape(withBranchMoved(moved, 'middle', 1))).toBe(WHOLE)
  expect(shape(withBranchMoved(steps, 'small', -1))).toBe(WHOLE)
  expect(shape(withBranchMoved(steps, 'middle', 1))).toBe(WHOLE)
  expect(shape(withBranchMoved(steps, 'other', -1))).toBe(WHOLE)
  const fork = steps[1] as ForkStep
  expect(fork.branches.map(({ id }) => isLocked(fork, id))).toEqual([false, false, true])
  expect(isLocked({ ...fork, kind: 'PARALLEL' }, 'other')).toBe(false)
  expect(shape(withBranch(steps, 'fork', { id: 'new', name: '' }))).toBe(
    'one fork(small:two|middle:three|new:|other:) four',
  )
})

test('a fork has no more branches than a process may have', () => {
  let many = steps
  for (let n = 0; n < PROCESS_LIMITS.branches + 5; n++) many = withBranch(many, 'fork', { id: `n${n}`, name: '' })
  expect((many[1] as ForkStep).branches).toHaveLength(PROCESS_LIMITS.branches)
})

test('a step goes to every joint but those beside it and those inside it', () => {
  const names = (id: string) =>
    jointsFor(steps, stepIn(steps, id)!, true).map(({ list, index }) => `${list ?? ''}${index}`)
  expect(names('one')).toEqual(['2', '3', 'small0', 'small1', 'middle0', 'middle1', 'other0'])
  expect(names('fork')).toEqual(['0', '3'])
  expect(jointsFor(steps, approval('new'), false)).toHaveLength(9)
})

test('a fork goes nowhere deeper than a process may be', () => {
  let deep = choice('f0', [branch('a0', '', []), branch('b0', '', [])])
  for (let n = 1; n < PROCESS_LIMITS.depth; n++)
    deep = choice(`f${n}`, [branch(`a${n}`, '', [deep]), branch(`b${n}`, '', [])])
  const all = [deep, approval('x'), choice('more', [branch('m1', '', []), branch('m2', '', [])])]
  const lists = (id: string) => new Set(jointsFor(all, stepIn(all, id)!, true).map(({ list }) => list))
  expect(lists('x').has('a0')).toBe(true)
  expect(lists('more').has('a0')).toBe(false)
  expect(lists('more').has('a1')).toBe(true)
})

test('a step moves within its list and to others; where it may not go nothing changes', () => {
  expect(shape(withMoved(steps, 'one', { list: null, index: 3 }))).toBe('fork(small:two|middle:three|other:) four one')
  expect(shape(withMoved(steps, 'one', { list: null, index: 2 }))).toBe('fork(small:two|middle:three|other:) one four')
  expect(shape(withMoved(steps, 'four', { list: null, index: 0 }))).toBe('four one fork(small:two|middle:three|other:)')
  expect(shape(withMoved(steps, 'one', { list: 'small', index: 1 }))).toBe(
    'fork(small:two one|middle:three|other:) four',
  )
  expect(shape(withMoved(steps, 'two', { list: null, index: 0 }))).toBe('two one fork(small:|middle:three|other:) four')
  expect(shape(withMoved(steps, 'fork', { list: 'small', index: 0 }))).toBe(WHOLE)
  expect(shape(withMoved(steps, 'one', { list: null, index: 1 }))).toBe(WHOLE)
})

test('a copy has ids of its own everywhere, and a step back inside it leads to its own', () => {
  let n = 0
  const back = withChanged(steps, 'fork', (fork: ForkStep) => ({
    ...fork,
    branches: fork.branches.map((one) =>
      one.id === 'small'
        ? {
            ...one,
            steps: [
              approval('two'),
              approval('in', { refusal: { do: 'STEP', step: 'two' } }),
              approval('out', { refusal: { do: 'STEP', step: 'one' } }),
            ],
          }
        : one,
    ),
  }))
  const copy = copyOf(stepIn(back, 'fork')!, () => `c${++n}`)
  const first = (copy as ForkStep).branches[0]!
  expect(first.steps.map((step) => (step.kind === 'APPROVAL' ? step.refusal : null))).toEqual([
    { do: 'END' },
    { do: 'STEP', step: first.steps[0]!.id },
    { do: 'STEP', step: 'one' },
  ])
  const both = flow([...back, copy], FORM)
  expect(flowProblems(both).filter(({ problem }) => problem === 'same-id')).toEqual([])
})

test('the next step comes behind a step, at the beginning of a branch or of all, and at the end', () => {
  expect(jointAfter(steps, 'two')).toEqual({ list: 'small', index: 1 })
  expect(jointAfter(steps, 'fork')).toEqual({ list: null, index: 2 })
  expect(jointAfter(steps, 'other')).toEqual({ list: 'other', index: 0 })
  expect(jointAfter(steps, 'start')).toEqual({ list: null, index: 0 })
  expect(jointAfter(steps, 'end')).toEqual({ list: null, index: 3 })
})
