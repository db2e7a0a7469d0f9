import { expect, test } from 'vitest'
import { namesInCell, namesOfCell } from './name-list.ts'

test('names are read as they were written, whatever they hold', () => {
  const lists = [
    ['张三', '李四'],
    ['Wood, Ann'],
    ['"', '""', 'a"b', '"a', 'a"', ',', '、x', 'a\nb', ' a', 'a '],
    ['Max "the pump"; Müller', '李、四', '赵，六；'],
  ]
  for (const names of lists) expect(namesOfCell(namesInCell(names))).toEqual(names)
  expect(namesInCell([])).toBe('')
})

test('what people write between names is no part of them', () => {
  for (const text of [
    '张三,李四',
    '张三， 李四',
    '张三、李四；',
    '张三;李四',
    ' 张三 \n 李四 ',
    '张三,,李四',
    '"张三" ,"李四"',
  ])
    expect(namesOfCell(text)).toEqual(['张三', '李四'])
  expect(namesOfCell('Max "the pump"')).toEqual(['Max "the pump"'])
  expect(namesOfCell('"half, open')).toEqual(['"half', 'open'])
  expect(namesOfCell(' , ')).toEqual([])
})
