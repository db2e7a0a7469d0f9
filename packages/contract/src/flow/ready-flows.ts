import type { Language } from '../machine/language.ts'
import type { Words } from '../machine/words.ts'
import type { FlowCondition } from './condition.ts'
import type { FlowModel } from './flow.ts'
import type { FLOW_TYPES } from './flow-state.ts'
import type { FormItem } from './form.ts'
import type { ApprovalStep, FlowBranch, FlowStep } from './process.ts'

/** A flow to begin with: whom it asks follows from the departments, so that it needs no names. */
export interface ReadyFlow {
  code: string
  names: Words
  flowType: (typeof FLOW_TYPES)[number]
  model: (language: Language) => FlowModel
}

type Say = (zhCN: string, enUS: string) => string

function director(id: string, name: string, level: number): ApprovalStep {
  return {
    id,
    kind: 'APPROVAL',
    name,
    approver: { by: 'DIRECTOR', level },
    several: 'SEQUENTIAL',
    nobody: { do: 'ADMIN' },
    refusal: { do: 'END' },
    limit: { hours: 24, then: 'REMIND' },
    rights: {},
  }
}

function branch(id: string, name: string, steps: FlowStep[], when?: FlowCondition): FlowBranch {
  return { id, name, groups: when ? [{ logic: 'AND', conditions: [when] }] : [], logic: 'AND', steps }
}

const model = (form: FormItem[], steps: FlowStep[]): FlowModel => ({
  form,
  process: { start: { starters: { users: [], depts: [], roles: [] }, rights: {} }, steps },
  advanced: { autoSkipSame: true, withdrawAllowed: true },
})

/** The head of the department, and from a size on the one above. */
function bySize(say: Say, { name, small, when }: { name: string; small: string; when: FlowCondition }): FlowStep[] {
  return [
    director('head', say('部门主管', 'Head of department'), 1),
    {
      id: 'size',
      kind: 'CHOICE',
      name,
      branches: [
        branch('small', small, [], when),
        branch('others', say('其余情况', 'All other cases'), [director('above', say('上级主管', 'Head above'), 2)]),
      ],
    },
  ]
}

function leave(say: Say): FlowModel {
  const kinds = [say('事假', 'Personal'), say('病假', 'Sick'), say('年假', 'Annual'), say('调休', 'In lieu')]
  return model(
    [
      { formId: 'kind', tag: 'SELECT', label: say('请假类型', 'Kind of leave'), required: true, options: kinds },
      { formId: 'days', tag: 'DATE_RANGE', label: say('请假日期', 'Dates'), required: true },
      { formId: 'reason', tag: 'TEXTAREA', label: say('事由', 'Reason'), required: true },
    ],
    bySize(say, {
      name: say('按天数', 'By days'),
      small: say('3 天以内', 'Up to 3 days'),
      when: { formId: 'days', operator: 'LTE', values: [3] },
    }),
  )
}

function general(say: Say): FlowModel {
  return model(
    [
      { formId: 'subject', tag: 'INPUT', label: say('申请事项', 'Subject'), required: true },
      { formId: 'content', tag: 'TEXTAREA', label: say('申请内容', 'What is asked for'), required: true },
      { formId: 'day', tag: 'DATE', label: say('希望完成日期', 'Wanted by') },
    ],
    [
      director('head', say('部门主管', 'Head of department'), 1),
      { id: 'copy', kind: 'COPY', name: say('抄送', 'Copy'), users: [], roles: [], starterAdds: true },
    ],
  )
}

function water(say: Say): FlowModel {
  return model(
    [
      { formId: 'place', tag: 'INPUT', label: say('取水口', 'Intake'), required: true },
      { formId: 'volume', tag: 'NUMBER', label: say('申请水量', 'Volume'), required: true, unit: 'm³', min: 0 },
      { formId: 'span', tag: 'TIME_RANGE', label: say('用水时段', 'From and to'), required: true },
      {
        formId: 'plots',
        tag: 'TABLE',
        label: say('地块明细', 'Plots'),
        columns: [
          { formId: 'plot', tag: 'INPUT', label: say('地块', 'Plot'), required: true },
          { formId: 'crop', tag: 'INPUT', label: say('作物', 'Crop') },
          { formId: 'area', tag: 'NUMBER', label: say('面积', 'Area'), unit: say('亩', 'mu') },
        ],
      },
    ],
    bySize(say, {
      name: say('按水量', 'By volume'),
      small: say('小水量', 'Small'),
      when: { formId: 'volume', operator: 'LTE', values: [300] },
    }),
  )
}

function repair(say: Say): FlowModel {
  return model(
    [
      { formId: 'what', tag: 'INPUT', label: say('维修项目', 'Repair'), required: true },
      { formId: 'cost', tag: 'AMOUNT', label: say('费用合计', 'Total cost'), required: true, min: 0 },
      {
        formId: 'parts',
        tag: 'TABLE',
        label: say('费用明细', 'Costs'),
        columns: [
          { formId: 'part', tag: 'INPUT', label: say('名称', 'Name'), required: true },
          { formId: 'n', tag: 'NUMBER', label: say('数量', 'Quantity') },
          { formId: 'sum', tag: 'AMOUNT', label: say('金额', 'Amount'), required: true },
        ],
      },
      { formId: 'remark', tag: 'TEXTAREA', label: say('说明', 'Remarks') },
    ],
    bySize(say, {
      name: say('按金额', 'By amount'),
      small: say('1000 元以内', 'Up to 1,000 yuan'),
      when: { formId: 'cost', operator: 'LTE', values: [100_000] },
    }),
  )
}

const ready = (
  code: string,
  names: Words,
  flowType: ReadyFlow['flowType'],
  make: (say: Say) => FlowModel,
): ReadyFlow => ({
  code,
  names,
  flowType,
  model: (language) => make((zhCN, enUS) => (language === 'zh-CN' ? zhCN : enUS)),
})

export const READY_FLOWS: readonly ReadyFlow[] = [
  ready('leave', ['请假', 'Leave'], 'LEAVE', leave),
  ready('request', ['通用申请', 'General request'], 'GENERAL', general),
  ready('water', ['用水申请', 'Request for water'], 'GENERAL', water),
  ready('repair-cost', ['维修费', 'Cost of a repair'], 'GENERAL', repair),
]
