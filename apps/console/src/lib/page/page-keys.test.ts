import { afterEach, expect, test } from 'vitest'
import { keysAreTaken } from './page-keys.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

/** Whether a key press in the element with `id="here"` is left to that element. */
function taken(html: string): boolean {
  document.body.innerHTML = html
  let answer: boolean | undefined
  const listen = (event: Event) => {
    answer = keysAreTaken(event)
  }
  document.addEventListener('keydown', listen)
  document.querySelector('#here')!.dispatchEvent(new KeyboardEvent('keydown', { key: 'o', bubbles: true }))
  document.removeEventListener('keydown', listen)
  return answer!
}

test('letters typed into a field belong to the field', () => {
  expect(taken('<input id="here">')).toBe(true)
  expect(taken('<textarea id="here"></textarea>')).toBe(true)
  expect(taken('<select id="here"></select>')).toBe(true)
  expect(taken('<div contenteditable="true"><b id="here"></b></div>')).toBe(true)
  expect(taken('<div role="combobox"><b id="here"></b></div>')).toBe(true)
  expect(taken('<button id="here"></button><input>')).toBe(false)
})

test('while an overlay is open the page’s keys are off', () => {
  expect(taken('<main id="here"></main><dialog open></dialog>')).toBe(true)
  expect(taken('<main id="here"></main><dialog></dialog>')).toBe(false)
  expect(taken('<main id="here"></main><div class="menu"></div>')).toBe(true)
  expect(taken('<main id="here"></main><div class="ant-drawer-open"></div>')).toBe(true)
})

test('an event of the window itself belongs to no field', () => {
  expect(keysAreTaken(new Event('keydown'))).toBe(false)
})
