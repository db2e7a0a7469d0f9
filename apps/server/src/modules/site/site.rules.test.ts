import { isUsableImage } from '@sluice/contract'
import { expect, it } from 'vitest'
import { hostKeys } from './site.rules.ts'

it('BC-8 (part): a host is looked up with its port first, then by its name, in any case', () => {
  expect(hostKeys('Valve.Example.com:8443')).toEqual(['valve.example.com:8443', 'valve.example.com'])
  expect(hostKeys('valve.example.com.')).toEqual(['valve.example.com'])
  expect(hostKeys('[::1]:8080')).toEqual(['[::1]:8080', '[::1]'])
  expect(hostKeys('')).toEqual([])
})

it.each([
  ['https://example.com/a.png', true],
  ['/logo.png', true],
  ['data:image/png;base64,AAAA', true],
  ['data:image/svg+xml,<svg/>', false],
  ['javascript:alert(1)', false],
  ['//evil.example/a.png', false],
  ['/\\evil.example/a.png', false],
])('SB-8 (part): %s as a picture: %s', (address, usable) => {
  expect(isUsableImage(address)).toBe(usable)
})
