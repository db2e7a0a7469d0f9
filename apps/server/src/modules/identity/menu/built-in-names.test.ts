import { expect, it } from 'vitest'
import { MENU_WORDS, ROLE_WORDS } from './built-in-names.ts'

it('every folder, screen, button and role of the program has an English word', () => {
  const chinese = [MENU_WORDS, ROLE_WORDS].flatMap((words) =>
    Object.entries(words).flatMap(([code, word]) => (/\p{Script=Han}/u.test(word['en-US']) ? [code] : [])),
  )
  expect(chinese).toEqual([])
  expect(Object.keys(MENU_WORDS).length).toBeGreaterThan(60)
})
