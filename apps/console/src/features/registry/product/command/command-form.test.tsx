import { type CommandWithRequest, emptyModel, type Metric, type ProductModel, withCommand } from '@sluice/contract'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTexts } from '../../../../lib/text/text.ts'
import { CommandRules } from '../command-rules.tsx'
import { CommandForm } from './command-form.tsx'

const DIM: Metric = { key: 'dim', kind: 'number', unit: '%', decimals: 0, hardMin: 0, hardMax: 100 }
const MODE: Metric = {
  key: 'mode',
  kind: 'enum',
  unit: '',
  decimals: 0,
  values: ['AUTO', 'HAND'],
  name: ['模式', 'Mode'],
}
const METRICS = new Map([DIM, MODE].map((metric) => [metric.key, metric]))
const CHOICES = [
  { value: 'dim', label: '亮度 (%)' },
  { value: 'mode', label: '模式' },
]
const MODEL: ProductModel = {
  ...emptyModel({
    productNo: 'A',
    name: '甲',
    englishName: 'A',
    deviceTypeCode: 'LAMP',
    nodeKind: 'DIRECT',
    protocol: 'TB_MQTT',
  }),
  points: ['dim', 'mode'],
  metrics: [MODE],
}

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

function opened(model = MODEL, begins: CommandWithRequest | null = null, at = model.commands.length) {
  const onSave = vi.fn<(command: CommandWithRequest) => void>()
  const props = { model, at, begins, metricOf: (key: string) => METRICS.get(key), choices: CHOICES, onSave }
  render(<CommandForm {...props} onClose={() => undefined} />)
  return onSave
}

const type = (label: string, value: string, at = 0) =>
  fireEvent.change(screen.getAllByLabelText(label)[at]!, { target: { value } })
const press = (words: string) => fireEvent.click(screen.getByText(words))
async function choose(label: string, words: string) {
  fireEvent.mouseDown(screen.getByLabelText(label))
  fireEvent.click(await screen.findByText(words, { selector: '.ant-select-item-option-content' }))
}
const confirm = () => press('确定')
const refusals = () =>
  [...document.querySelectorAll('.ant-form-item-explain-error')].map((line) => {
    const item = line.closest('.ant-form-item')!
    return `${item.querySelector('label')?.textContent ?? ''}: ${line.textContent}`
  })

test('a command is made with a parameter, its request and the metric that proves it', async () => {
  const onSave = opened()
  type('指令编码', 'set level')
  type('中文名称', '设定亮度')
  type('英文名称', 'Set level')
  type('应答时限 s', '20')
  press('添加参数')
  type('参数名', 'level')
  type('中文名称', '亮度', 1)
  type('英文名称', 'Level', 1)
  type('最低', '5')
  type('最高', '90')
  type('单位', '%')
  type('方法', 'setLevel')
  // The template says by itself that the parameter is not in it yet.
  expect(refusals()).toEqual(['参数（JSON）: 有参数未写入请求'])
  fireEvent.click(screen.getByText('{{level}}'))
  expect(refusals()).toEqual([])
  expect(document.querySelector('.rpc-example')!.textContent).toBe('{"method":"setLevel","params":{"level":90}}')
  await choose('怎样算完成', '属性上报到参数的值')
  await choose('看哪个属性', '亮度 (%)')
  await choose('对应参数', 'level')
  type('允许偏差 ±', '2')
  type('同类标识', 'light')
  confirm()
  expect(onSave).toHaveBeenCalledWith({
    command: {
      code: 'SET_LEVEL',
      name: ['设定亮度', 'Set level'],
      params: {
        level: { kind: 'integer', label: ['亮度', 'Level'], required: true, min: 5, max: 90, unit: '%' },
      },
      danger: 'CONFIRM',
      absolute: true,
      target: { metric: 'dim', subject: 'light', param: 'level', tolerance: 2 },
      repeatsOthers: false,
      ackTimeoutS: 20,
    },
    request: { method: 'setLevel', params: '{"level":{{level}}}' },
  })
})

test('a refusal stands at its field, in words, and nothing is saved', () => {
  const onSave = opened()
  type('指令编码', '9')
  confirm()
  expect(refusals()).toEqual(['指令编码: 格式不正确', '中文名称: 不能为空', '英文名称: 不能为空', '方法: 不能为空'])
  type('参数（JSON）', '{"a":{{from}}}')
  expect(refusals()).toContain('参数（JSON）: 指令没有这个参数')
  expect(onSave).not.toHaveBeenCalled()
})

const FLUSH: CommandWithRequest = {
  command: {
    code: 'FLUSH',
    name: ['冲洗', 'Flush'],
    params: {},
    danger: 'DOUBLE',
    absolute: false,
    target: { metric: 'dim', equals: 3 },
    repeatsOthers: false,
    stateMaxAgeS: 40,
    execTimeoutS: 90,
  },
  request: { method: 'flush', params: '{"on":true}' },
}

test('a command that is opened and confirmed is the same; what its map sends is not typed here', () => {
  const model = withCommand(MODEL, 0, FLUSH)
  const onSave = opened(model, FLUSH, 0)
  confirm()
  expect(onSave).toHaveBeenCalledWith(FLUSH)
  cleanup()
  const read = { code: 'READ', params: {}, danger: 'NONE', absolute: true, target: null, repeatsOthers: false } as const
  const both = withCommand(model, 1, { command: read, request: null })
  const saved = opened(both, { command: read, request: null }, 1)
  expect((screen.getByLabelText('指令编码') as HTMLInputElement).disabled).toBe(true)
  expect(screen.queryByLabelText('方法')).toBeNull()
  confirm()
  expect(saved).toHaveBeenCalledWith({ command: read, request: null })
})

function Rules({ model: first }: { model: ProductModel }) {
  const [model, setModel] = useState(first)
  const vocabulary = { metrics: [DIM], usual: [], protocols: [], elements: [] }
  return (
    <>
      <CommandRules
        model={model}
        metricOf={(key) => METRICS.get(key)}
        vocabulary={vocabulary}
        problems={{}}
        readOnly={false}
        onChange={setModel}
      />
      <output>{model.commands.map(({ code }) => code).join(' ')}</output>
    </>
  )
}

test('commands of a draft are copied, moved and removed', async () => {
  render(<Rules model={withCommand(MODEL, 0, FLUSH)} />)
  const order = () => document.querySelector('output')!.textContent
  fireEvent.click(screen.getByLabelText('复制 冲洗'))
  expect((screen.getByLabelText('指令编码') as HTMLInputElement).value).toBe('FLUSH_2')
  expect((screen.getByLabelText('方法', { selector: '.command-part input' }) as HTMLInputElement).value).toBe('flush')
  type('中文名称', '反冲洗')
  confirm()
  await waitFor(() => expect(order()).toBe('FLUSH FLUSH_2'))
  fireEvent.click(screen.getByLabelText('上移 反冲洗'))
  expect(order()).toBe('FLUSH_2 FLUSH')
  fireEvent.click(screen.getByLabelText('下移 反冲洗'))
  expect(order()).toBe('FLUSH FLUSH_2')
  expect((screen.getByLabelText('上移 冲洗') as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('移除 冲洗'))
  expect(order()).toBe('FLUSH_2')
})
