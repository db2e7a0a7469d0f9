import { APPROVER_KINDS, flowProblems, FORM_TAGS } from '@sluice/contract'
import { expect, test } from 'vitest'
import {
  withField,
  withFieldAt,
  withFieldChanged,
  withFieldMoved,
  withoutField,
  withRight,
  newField,
} from '../form-designer/form-edit.ts'
import { approval, flow, FORM, WATER } from './flow.fixture.ts'
import { usesOf } from './field-use.ts'
import { END, nodesOf, START, walked } from './flow-walk.ts'
import { begunWith, changedTo, isSame, redone, undone } from './history.ts'
import { newId } from './new-id.ts'
import { approverBy, canBeSeveral, newStep, personFields } from './new-step.ts'

const { process } = WATER

test('WD-8 (1 of 2) each way of asking begins without the details of another', () => {
  expect(APPROVER_KINDS.map((by) => approverBy(by))).toEqual([
    { by: 'USERS', users: [] },
    { by: 'DIRECTOR', level: 1 },
    { by: 'CHAIN', level: null },
    { by: 'ROLE', roles: [] },
    { by: 'POSITION', position: '' },
    { by: 'CHOSEN', from: 'ALL', several: false, of: [] },
    { by: 'STARTER' },
    { by: 'FIELD', formId: '' },
  ])
  expect(personFields(FORM).map(({ formId }) => formId)).toEqual(['clerk'])
})

test('WD-9 (1 of 2) how several agree matters only where more than one can be asked at once', () => {
  expect(APPROVER_KINDS.filter((by) => canBeSeveral(approverBy(by)))).toEqual(['ROLE', 'POSITION'])
  expect(canBeSeveral({ by: 'USERS', users: ['1'] })).toBe(false)
  expect(canBeSeveral({ by: 'USERS', users: ['1', '2'] })).toBe(true)
  expect(canBeSeveral({ by: 'CHOSEN', from: 'ALL', several: true, of: [] })).toBe(true)
})

test('WD-11 (2 of 2) what may be done with a field is read at an approval and edit at the start, and only what differs is kept', () => {
  expect(newStep('APPROVAL', 'x', 'x')).toMatchObject({ rights: {} })
  const rights = (model: typeof WATER) => [
    model.process.start.rights,
    ...model.process.steps.flatMap((step) => (step.kind === 'APPROVAL' ? [step.rights] : [])),
  ]
  const hidden = withRight(withRight(WATER, null, 'why', 0), 'one', 'why', 2)
  expect(rights(hidden)).toEqual([{ why: 0 }, { why: 2 }, {}])
  expect(rights(withRight(withRight(hidden, null, 'why', 2), 'one', 'why', 1))).toEqual([{}, {}, {}])
  expect(rights(withoutField(hidden, 'why'))).toEqual([{}, {}, {}])
})

test('WD-5 (1 of 2) a field is in use by the branches that ask about it and the steps that it names a person for', () => {
  const asked = flow([...process.steps, approval('by', { approver: { by: 'FIELD', formId: 'clerk' } })])
  expect(usesOf(asked, 'water')).toEqual([
    { node: 'small', name: '小水量' },
    { node: 'middle', name: '中水量' },
  ])
  expect(usesOf(asked, 'clerk')).toEqual([{ node: 'by', name: '审批by' }])
  expect(usesOf(asked, 'why')).toEqual([])
})

test('without its field a condition stays and says what is wrong', () => {
  const gone = withoutField(WATER, 'water')
  expect(flowProblems(gone).map(({ problem, branch }) => [problem, branch])).toEqual([
    ['unknown-field', 'small'],
    ['unknown-field', 'middle'],
  ])
})

test('arrows walk in the order of reading, and to the branch beside', () => {
  expect(nodesOf(process).map(({ id, level }) => [id, level])).toEqual([
    [START, 1],
    ['one', 1],
    ['fork', 1],
    ['small', 2],
    ['two', 3],
    ['middle', 2],
    ['three', 3],
    ['other', 2],
    ['four', 1],
    [END, 1],
  ])
  expect(walked(process, START, 'ArrowUp')).toBe(START)
  expect(walked(process, 'fork', 'ArrowDown')).toBe('small')
  expect(walked(process, 'four', 'ArrowUp')).toBe('other')
  expect(walked(process, 'two', 'ArrowRight')).toBe('middle')
  expect(walked(process, 'middle', 'ArrowLeft')).toBe('small')
  expect(walked(process, 'other', 'ArrowRight')).toBe('other')
  expect(walked(process, 'one', 'ArrowLeft')).toBe('one')
  expect(walked(process, 'gone', 'ArrowDown')).toBe(START)
})

test('what the database answers in another order is the same', () => {
  expect(isSame({ a: [{ b: 1, c: null }], d: 2 }, { d: 2, a: [{ c: null, b: 1 }] })).toBe(true)
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
  expect(isSame({ a: 1 }, { a: 1, b: 1 })).toBe(false)
})

test('steps go back and forth, what changes nothing is none, and letters of one field are one', () => {
  let history = begunWith({ n: 0 })
  history = changedTo(history, { n: 0 })
  expect(undone(history)).toBe(history)
  history = changedTo(history, { n: 1 })
  history = changedTo(history, { n: 2 }, 'name')
  history = changedTo(history, { n: 3 }, 'name')
  history = changedTo(history, { n: 4 }, 'other')
  // Steps about nothing in particular are each their own.
  const unnamed = changedTo(changedTo(history, { n: 5 }), { n: 6 })
  expect(undone(unnamed).now).toEqual({ n: 5 })
  const back = undone(undone(history))
  expect(back.now).toEqual({ n: 1 })
  expect(redone(back).now).toEqual({ n: 3 })
  expect(redone(redone(redone(back))).now).toEqual({ n: 4 })
  // After a step back the next letter begins a step of its own.
  const typed = changedTo(undone(history), { n: 9 }, 'name')
  expect(undone(typed).now).toEqual({ n: 3 })
  expect(typed.future).toEqual([])
})

test('WD-6 (part: made) a new field of every kind can stand in a form that is published', () => {
  const words = { label: '字段', option: (n: number) => `选项 ${n}` }
  const form = FORM_TAGS.map((tag) => newField(tag, newId('field'), words))
  expect(flowProblems({ ...WATER, form: [...FORM, ...form] })).toEqual([])
})

test('a field is added at a place, moved, changed and emptied of what is taken away', () => {
  const ids = (form: typeof FORM) => form.map(({ formId }) => formId).join(' ')
  const x = newField('INPUT', 'x', { label: 'x', option: String })
  expect(ids(withField(FORM, 1, x))).toBe('water x span clerk plots why')
  expect(ids(withFieldMoved(FORM, 'span', -1))).toBe('span water clerk plots why')
  expect(ids(withFieldMoved(FORM, 'span', 1))).toBe('water clerk span plots why')
  expect(ids(withFieldMoved(FORM, 'water', -1))).toBe(ids(FORM))
  expect(ids(withFieldMoved(FORM, 'why', 1))).toBe(ids(FORM))
  expect(ids(withFieldAt(FORM, 'water', 5))).toBe('span clerk plots why water')
  expect(ids(withFieldAt(FORM, 'why', 0))).toBe('why water span clerk plots')
  expect(withFieldChanged(FORM, 'water', { unit: undefined, label: '水' })[0]).toEqual({
    formId: 'water',
    tag: 'NUMBER',
    label: '水',
    required: true,
  })
  const full = Array.from({ length: 60 }, (_, n) => ({ ...x, formId: `f${n}` }))
  expect(withField(full, 0, x)).toHaveLength(60)
})
