import { describe, expect, it } from 'vitest'
import {
  isOwnToken,
  matchesNames,
  type NamedDevice,
  provisionDecision,
  type ProvisioningState,
} from './provisioning.rules.ts'

const STATE: ProvisioningState = {
  enabled: true,
  published: true,
  admits: 'ANYBODY',
  names: null,
  totalLimit: 10,
  hourLimit: 5,
  expired: false,
  devices: 0,
  lastHour: 0,
}
const FRESH: NamedDevice = { ofProduct: true, inUse: true, hasToken: false, wasConnected: false, givenHere: false }

const decided = (provisioning: Partial<ProvisioningState>, device?: Partial<NamedDevice>, name = 'WT-1') =>
  provisionDecision({ ...STATE, ...provisioning }, name, device && { ...FRESH, ...device })

describe('a device that asks for its token', () => {
  it('is made where anybody may ask, and has to be registered where not', () => {
    expect(decided({})).toEqual({ outcome: 'CREATED' })
    expect(decided({ admits: 'REGISTERED' })).toEqual({ refused: 'no such device is registered' })
    expect(decided({ admits: 'REGISTERED' }, {})).toEqual({ outcome: 'CLAIMED' })
  })

  it('gets another one only if the one given here was never used', () => {
    expect(decided({}, { hasToken: true, givenHere: true })).toEqual({ outcome: 'REISSUED' })
    const provisioned = { refused: 'the device is provisioned already' }
    expect(decided({}, { hasToken: true, givenHere: true, wasConnected: true })).toEqual(provisioned)
    // A person gave it the token, or took it away after it had been connected.
    expect(decided({}, { hasToken: true })).toEqual(provisioned)
    expect(decided({}, { wasConnected: true })).toEqual(provisioned)
    expect(decided({}, { ofProduct: false })).toEqual(provisioned)
    expect(decided({}, { inUse: false })).toEqual({ refused: 'the device is not in use' })
  })

  it.each([
    [{ enabled: false }, 'provisioning is switched off'],
    [{ expired: true }, 'provisioning has expired'],
    [{ published: false }, 'the product takes no new devices'],
    [{ names: 'XX-*' }, 'deviceName is not allowed'],
    [{ devices: 10 }, 'the limit of devices is reached'],
    [{ lastHour: 5 }, 'the limit of an hour is reached'],
  ] as const)('is refused with %j', (provisioning, refused) => expect(decided(provisioning)).toEqual({ refused }))

  it('that lost its answer is not kept from asking again by the limit of devices, but by that of an hour', () => {
    const again = { hasToken: true, givenHere: true }
    expect(decided({ devices: 10 }, again)).toEqual({ outcome: 'REISSUED' })
    expect(decided({ lastHour: 5 }, again)).toEqual({ refused: 'the limit of an hour is reached' })
  })

  it.each(['', 'a b', 'x'.repeat(41), '阀', 'a/b'])('has a name that can be a number of a device, not %j', (name) => {
    expect(decided({}, undefined, name)).toEqual({ refused: 'deviceName is not allowed' })
  })
})

describe('patterns of names', () => {
  it.each([
    ['WT-*', 'WT-1', true],
    ['WT-*', 'wt-1', false],
    ['WT-###', 'WT-012', true],
    ['WT-###', 'WT-01a', false],
    ['WT-?', 'WT-', false],
    ['A*, B*', 'B1', true],
    ['A*，B*', 'B1', true],
    ['*-end', 'a-end-end', true],
    ['a*b*c', 'aXbYbZc', true],
    ['a*b*c', 'aXbYbZ', false],
    ['  ', 'anything', true],
    ['WT', 'WT-1', false],
  ])('%j and %s: %s', (names, name, fits) => expect(matchesNames(names, name)).toBe(fits))

  it('take no longer for a pattern made to take long', () => {
    expect(matchesNames(`${'*a'.repeat(100)}b`, 'a'.repeat(40))).toBe(false)
  })
})

it('a device may bring a token that nobody guesses', () => {
  expect(isOwnToken('A1B2C3D4E5F6G7H8I9J0')).toBe(true)
  expect(isOwnToken('A1B2C3D4E5F6G7H8I9J')).toBe(false)
  expect(isOwnToken('0'.repeat(30))).toBe(false)
  expect(isOwnToken('A1B2C3D4E5 F6G7H8I9J0')).toBe(false)
})
