import { defineResource, type Row } from '../machine/resource.ts'
import { FLOW_TYPES } from './flow-state.ts'

/**
 * Flows that people start (domain 9.1): what is drawn is a draft with a call of its own (`flow/model`), and publishing makes a
 * version of it, which running instances keep. One that was started is disabled, not deleted.
 */
export const flowDefinitionResource = defineResource({
  name: 'flowDefinition',
  names: { many: ['流程定义', 'Flows'], one: ['流程', 'flow'] },
  service: 'flow',
  path: 'definition',
  table: 'flow_definition',
  permission: 'flowDefinition',
  scope: 'dept',
  display: 'name',
  fields: {
    code: { kind: 'text', label: ['标识', 'Key'], required: true, unique: true, max: 40, pattern: '[a-z][a-z0-9-]*' },
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 40 },
    category: { kind: 'dictionary', type: 'flow_category', label: ['分类', 'Category'] },
    flowType: {
      kind: 'enum',
      enumName: 'flowType',
      values: FLOW_TYPES,
      label: ['用途', 'Used for'],
      fallback: 'GENERAL',
      required: true,
      write: 'insert',
    },
    /** It is for the people of this department and those below. */
    deptId: { kind: 'ref', to: 'dept', label: ['适用部门', 'Department'], required: true, write: 'insert' },
    status: {
      kind: 'enum',
      enumName: 'flowStatus',
      values: ['DRAFT', 'PUBLISHED', 'DISABLED'],
      label: ['状态', 'Status'],
      fallback: 'DRAFT',
      required: true,
      write: 'never',
    },
    /** The version in force; none for one that was never published. */
    versionNo: { kind: 'integer', label: ['版本', 'Version'], write: 'never' },
    publishTime: { kind: 'time', label: ['发布时间', 'Published'], write: 'never' },
    /** Instances that are running, of any version. */
    running: { kind: 'integer', label: ['进行中', 'Running'], required: true, write: 'never' },
    remark: { kind: 'longText', label: ['说明', 'What it is for'], max: 300 },
  },
  list: {
    columns: ['name', 'code', 'category', 'flowType', 'deptId', 'status', 'versionNo', 'running', 'publishTime'],
    keyword: ['name', 'code'],
    filters: ['status', 'category', 'flowType', 'deptId'],
    sort: { field: 'name', order: 'asc' },
  },
  form: ['name', 'code', 'category', 'flowType', 'deptId', 'remark'],
  /** Its page is where it is drawn. */
  detail: {},
  states: {
    field: 'status',
    begin: 'DRAFT',
    steps: ['DRAFT', 'PUBLISHED', 'DISABLED'],
    transitions: [
      {
        name: 'suspend',
        verb: ['停用', 'Disable'],
        from: ['PUBLISHED'],
        to: 'DISABLED',
        danger: true,
        confirm: ['停用后不能再发起，进行中的照常走完。', 'Nobody can start it any more; what is running goes on.'],
      },
      { name: 'activate', verb: ['启用', 'Enable'], from: ['DISABLED'], to: 'PUBLISHED' },
    ],
  },
  actions: ['insert', 'update', 'del', 'export'],
  noImport: 'A flow is drawn; one from another installation comes as a file of its own.',
  whyKept: ({ versionNo }) =>
    versionNo === null ? null : ['发布过的流程只能停用', 'A flow that was published can only be disabled'],
})
export type FlowDefinitionRow = Row<typeof flowDefinitionResource>
