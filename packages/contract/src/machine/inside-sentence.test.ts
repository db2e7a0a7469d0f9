import { expect, test } from 'vitest'
import { insideSentence } from './inside-sentence.ts'

test('a label inside a sentence begins small, an abbreviation stays', () => {
  expect(['Any state', 'API key', 'state', 'A'].map(insideSentence)).toEqual(['any state', 'API key', 'state', 'A'])
})
