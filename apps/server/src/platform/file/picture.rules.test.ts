import { expect, it } from 'vitest'
import { isPicture } from './picture.rules.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

it('SEC-19 (part) takes the three kinds of picture by their first bytes, and nothing that is cut off before', () => {
  for (const mark of ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'RIFF\x00\x00\x00\x00WEBP']) {
    expect([mark, isPicture(bytes(`${mark}more`))]).toEqual([mark, true])
    expect([mark, isPicture(bytes(mark.slice(0, -1)))]).toEqual([mark, false])
    expect([mark, isPicture(bytes(`x${mark}`))]).toEqual([mark, false])
  }
})

it('takes nothing else that the library could read', () => {
  const others = [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a',
    '%PDF-1.7',
    'II*\x00',
    'RIFF\x00\x00\x00\x00WAVE',
    'ftypheic',
  ]
  expect(others.filter((text) => isPicture(bytes(text)))).toEqual([])
  expect(isPicture(new Uint8Array())).toBe(false)
})
