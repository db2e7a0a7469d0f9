import { describe, expect, it } from 'vitest'
import { indented } from './script-editor.tsx'

const TEXT = 'a\n  b\nc'

describe('Tab in a script', () => {
  it('puts blanks where the caret stands', () => {
    expect(indented(TEXT, [1, 1], false)).toEqual({ text: 'a  \n  b\nc', choice: [3, 3] })
  })

  it('indents every line that is chosen, and the choice stays on them', () => {
    expect(indented(TEXT, [0, 3], false)).toEqual({ text: '  a\n    b\nc', choice: [2, 7] })
  })

  it('with Shift takes one step back, where there is one', () => {
    expect(indented(TEXT, [4, 4], true)).toEqual({ text: 'a\nb\nc', choice: [2, 2] })
    expect(indented(TEXT, [0, 7], true)).toEqual({ text: 'a\nb\nc', choice: [0, 5] })
    expect(indented('  a', [0, 0], true)).toEqual({ text: 'a', choice: [0, 0] })
  })
})
