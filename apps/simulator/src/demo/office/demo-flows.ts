/** A flow of the demo as the platform takes it, and what somebody asked for by it. */
export interface DemoFlow {
  code: string
  name: string
  category: string
  flowType: 'LEAVE' | 'GENERAL'
  remark: string
  model: object
  requests: readonly { values: Readonly<Record<string, unknown>>; decided: 'approve' | 'reject' | null }[]
}

const START = { starters: { users: [], depts: [], roles: [] }, rights: {} }
const ADVANCED = { autoSkipSame: false, withdrawAllowed: true }

/** Asks the head of a department; the administrator where there is none. */
const director = (id: string, name: string, level: number, hours: number) => ({
  id,
  kind: 'APPROVAL',
  name,
  approver: { by: 'DIRECTOR', level },
  several: 'ONE',
  nobody: { do: 'ADMIN' },
  refusal: { do: 'END' },
  limit: { hours, then: 'REMIND' },
  rights: {},
})

/** Beyond a size a second head is asked. */
const bySize = (name: string, formId: string, most: number) => ({
  id: 'size',
  kind: 'CHOICE',
  name,
  branches: [
    {
      id: 'small',
      name: '规定以内',
      logic: 'AND',
      groups: [{ logic: 'AND', conditions: [{ formId, operator: 'LTE', values: [most] }] }],
      steps: [],
    },
    { id: 'large', name: '其余情况', logic: 'AND', groups: [], steps: [director('above', '分管领导', 2, 48)] },
  ],
})

export const DEMO_FLOWS: readonly DemoFlow[] = [
  {
    code: 'demo-water',
    name: '用水申请',
    category: 'WATER',
    flowType: 'GENERAL',
    remark: '轮灌以外的用水，三百方以上由分管领导再批。',
    model: {
      form: [
        { formId: 'intake', tag: 'INPUT', label: '取水口', required: true },
        { formId: 'volume', tag: 'NUMBER', label: '申请水量', unit: 'm³', required: true, min: 1, max: 5000 },
        { formId: 'time', tag: 'TIME_RANGE', label: '时段', required: true },
        {
          formId: 'plots',
          tag: 'TABLE',
          label: '地块',
          columns: [
            { formId: 'plot', tag: 'INPUT', label: '地块', required: true },
            { formId: 'crop', tag: 'SELECT', label: '作物', options: ['小麦', '玉米', '棉花', '果树'] },
            { formId: 'area', tag: 'NUMBER', label: '面积', unit: '亩', min: 0 },
          ],
        },
        { formId: 'reason', tag: 'TEXTAREA', label: '说明' },
      ],
      process: { start: START, steps: [director('head', '管理站审批', 1, 24), bySize('按水量', 'volume', 300)] },
      advanced: ADVANCED,
    },
    requests: [
      {
        values: {
          intake: '东干渠-12#阀',
          volume: 260,
          time: { from: '2026-09-13T06:00', to: '2026-09-13T08:00' },
          plots: [
            { plot: '东畈-3', crop: '小麦', area: 2.4 },
            { plot: '东畈-5', crop: '玉米', area: 1.6 },
          ],
          reason: '底墒不足，赶在播种前灌一水。',
        },
        decided: 'approve',
      },
      {
        values: { intake: '东干渠-15#阀', volume: 420, time: { from: '2026-09-14T06:00', to: '2026-09-14T10:00' } },
        decided: null,
      },
      {
        values: { intake: '给水栓 QH-H-0107', volume: 80, time: { from: '2026-09-15T16:00', to: '2026-09-15T18:00' } },
        decided: null,
      },
    ],
  },
  {
    code: 'demo-repair-cost',
    name: '维修费用',
    category: 'FINANCE',
    flowType: 'GENERAL',
    remark: '配件与外协费用，两千元以上由分管领导再批。',
    model: {
      form: [
        { formId: 'device', tag: 'INPUT', label: '设备', required: true },
        { formId: 'what', tag: 'TEXTAREA', label: '维修内容', required: true },
        { formId: 'cost', tag: 'AMOUNT', label: '金额', required: true, min: 0 },
      ],
      process: { start: START, steps: [director('head', '主管审批', 1, 24), bySize('按金额', 'cost', 200_000)] },
      advanced: ADVANCED,
    },
    requests: [
      { values: { device: '东干渠-11#阀', what: '更换电机', cost: 186_000 }, decided: null },
      { values: { device: '北山泵站 2#泵', what: '更换轴承，外协吊装', cost: 365_000 }, decided: 'reject' },
    ],
  },
  {
    code: 'demo-plan-change',
    name: '计划变更',
    category: 'WORK',
    flowType: 'GENERAL',
    remark: '轮灌、检修计划的改期。',
    model: {
      form: [
        { formId: 'plan', tag: 'INPUT', label: '计划', required: true },
        { formId: 'day', tag: 'DATE', label: '改到', required: true },
        { formId: 'reason', tag: 'TEXTAREA', label: '原因', required: true },
      ],
      process: { start: START, steps: [director('head', '主管审批', 1, 12)] },
      advanced: ADVANCED,
    },
    requests: [
      { values: { plan: '南支渠轮灌第 3 组', day: '2026-09-15', reason: '上游检修' }, decided: null },
      { values: { plan: '西灌区闸门保养', day: '2026-09-20', reason: '备件未到' }, decided: 'approve' },
    ],
  },
]
