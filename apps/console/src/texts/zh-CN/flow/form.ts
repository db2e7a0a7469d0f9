/** Filling in the form of a flow. */
export const flowFormZh = {
  'flow.form.days': '共 {{n}} 天',
  'flow.form.hours': '共 {{n}} 小时',
  'flow.form.range': '{{from}} 至 {{to}}',
  'flow.form.from': '开始',
  'flow.form.to': '结束',
  'flow.options.user': '输入姓名查找',
  'flow.options.role': '输入角色名查找',
  'flow.options.dept': '输入部门名查找',
  'flow.options.type': '输入文字后显示可选项',
  'flow.options.of': '{{name}} · {{dept}}',
} as const
