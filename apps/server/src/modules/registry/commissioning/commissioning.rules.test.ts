import { trialStepsOf } from '@sluice/contract'
import { describe, expect, test } from 'vitest'
import { lifeStepOf, outcomeOf, unprovenOf, verdictOf, whyNotBegun } from './commissioning.rules.ts'

describe('what a device has to prove', () => {
  test.each([
    [['READ'], ['FIRST_FRAME']],
    [[], ['FIRST_FRAME']],
    [['OPEN'], ['FIRST_FRAME']],
    [
      ['OPEN', 'CLOSE', 'STOP'],
      ['FIRST_FRAME', 'OPEN', 'CLOSE'],
    ],
    [['SET_OPENING'], ['FIRST_FRAME', 'OPEN', 'CLOSE']],
  ])('with the commands %j: %j', (codes, steps) => {
    expect(trialStepsOf(codes)).toEqual(steps)
  })

  test('is left until it is proven, in whatever order', () => {
    expect(unprovenOf(['FIRST_FRAME', 'OPEN', 'CLOSE'], ['CLOSE', 'FIRST_FRAME'])).toEqual(['OPEN'])
  })
})

describe('the life of a device', () => {
  test('only what was shipped or stands in the field is put into service', () => {
    expect(whyNotBegun('SHIPPED')).toBeNull()
    expect(whyNotBegun('INSTALLED')).toBeNull()
    expect(whyNotBegun('UNDER_REPAIR')).toBeNull()
    expect(whyNotBegun('PRODUCED')).toContain('The device was not shipped yet: ship it first')
    expect(whyNotBegun('IN_STOCK')).not.toBeNull()
    expect(whyNotBegun('RETIRED')).toBe('device-retired')
  })

  test('its acceptance installs what was shipped and brings back what was repaired', () => {
    expect(lifeStepOf('SHIPPED')?.name).toBe('install')
    expect(lifeStepOf('UNDER_REPAIR')?.name).toBe('repaired')
    expect(lifeStepOf('INSTALLED')).toBeNull()
  })
})

describe('a command proves a step', () => {
  const begun = '2026-06-12T06:00:00.000Z'
  const command = { code: 'OPEN', status: 'EXECUTED', target: { opening: 100 }, createTime: '2026-06-12T06:00:00.000Z' }

  test('only when a report confirmed it', () => {
    expect(outcomeOf('OPEN', command, begun)).toBe('proven')
    for (const status of ['FAILED', 'TIMEOUT', 'EXPIRED', 'CANCELLED', 'SUPERSEDED'])
      expect(outcomeOf('OPEN', { ...command, status }, begun)).toBe('unproven')
    for (const status of ['QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING'])
      expect(outcomeOf('OPEN', { ...command, status }, begun)).toBe('open')
  })

  test('only when it moves the valve that way', () => {
    const set = (opening: number | null) => ({ ...command, code: 'SET_OPENING', target: { opening } })
    expect(outcomeOf('OPEN', set(30), begun)).toBe('proven')
    expect(outcomeOf('OPEN', set(0), begun)).toBe('other')
    expect(outcomeOf('CLOSE', set(0), begun)).toBe('proven')
    expect(outcomeOf('CLOSE', set(1), begun)).toBe('other')
    expect(outcomeOf('CLOSE', command, begun)).toBe('other')
    expect(outcomeOf('CLOSE', { ...command, code: 'CLOSE', target: null }, begun)).toBe('proven')
    expect(outcomeOf('OPEN', { ...command, code: 'STOP', target: { opening: null } }, begun)).toBe('other')
    expect(outcomeOf('OPEN', { ...command, code: 'READ', target: null }, begun)).toBe('other')
  })

  test('only when it is not older than the commissioning', () => {
    expect(outcomeOf('OPEN', { ...command, createTime: '2026-06-12T05:59:59.999Z' }, begun)).toBe('other')
  })
})

describe('the verdict', () => {
  const all = { isPlaced: true, unproven: [], defects: undefined }

  test('is whole when everything is proven, and with defects when somebody says one', () => {
    expect(verdictOf(all)).toEqual({ state: 'ACCEPTED' })
    expect(verdictOf({ ...all, defects: '井盖破损' })).toEqual({ state: 'DEFECTIVE' })
  })

  test('needs words for what is unproven, and a position in any case', () => {
    expect(verdictOf({ ...all, unproven: ['CLOSE'] })).toEqual({ fields: { defects: 'required' } })
    expect(verdictOf({ ...all, unproven: ['CLOSE'], defects: '关不严' })).toEqual({ state: 'DEFECTIVE' })
    expect(verdictOf({ ...all, isPlaced: false, defects: '没有信号' })).toHaveProperty('notYet')
  })
})
