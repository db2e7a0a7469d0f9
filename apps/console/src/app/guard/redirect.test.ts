import { describe, expect, test } from 'vitest'
import { loginAddress, redirectPathTarget, safeRedirect, signInTarget } from './redirect.ts'

describe('SEC-6 (1 of 2), RG-9 redirect is followed only inside', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '%2F%2Fevil.example',
    '/\t/evil.example',
    '/device/\u0001index',
    'device/index',
    '/login',
    '/login?redirect=%2F',
    '/401',
    '/404',
    '/redirect/device/index',
    '/device/../login',
    '',
  ])('%s goes home', (value) => {
    expect(safeRedirect(value)).toBe('/')
  })

  test('an inner address with its query is kept', () => {
    expect(safeRedirect('/device/index?status=ONLINE')).toBe('/device/index?status=ONLINE')
  })
})

describe('RG-10, RG-11, AM-9 the address to return to after sign-in', () => {
  test('path and query are encoded, and decoded once on the return', () => {
    const address = loginAddress('/device/index', '?keyword=a%20b')
    expect(address).toBe('/login?redirect=%2Fdevice%2Findex%3Fkeyword%3Da%2520b')
    expect(signInTarget(address.slice(address.indexOf('?')))).toBe('/device/index?keyword=a%20b')
  })

  test('other query keys are passed on', () => {
    expect(signInTarget('?redirect=%2Fdevice%2Findex&from=mail')).toBe('/device/index?from=mail')
    expect(signInTarget('?from=mail')).toBe('/?from=mail')
  })
})

test('SI-10 a sign-in ends at its redirect, and at home without one that may be followed', () => {
  const told = ['?redirect=%2Fdevice%2Findex%3Fpage%3D2', '?redirect=%2F%2Fevil.example', '?redirect=', '']
  expect(told.map(signInTarget)).toEqual(['/device/index?page=2', '/', '/', '/'])
})

describe('SEC-6 (2 of 2), RG-16 (part) /redirect/{path*}', () => {
  test('re-opens the path with its query', () => {
    expect(redirectPathTarget('/redirect/admin/user', '?page=2')).toBe('/admin/user?page=2')
  })

  test.each(['/redirect//evil.example', '/redirect/redirect/x', '/redirect', '/redirect/login'])('%s', (path) => {
    expect(redirectPathTarget(path, '')).toBe('/')
  })
})
