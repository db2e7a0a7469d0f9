import { insideSentence, type Resource, type Words } from '@sluice/contract'
import type { Mounted } from '../http/mount-operation.ts'

/** What the calls of every resource do; a transition brings its own words. */
const VERB_TITLES: Readonly<Record<string, Words>> = {
  page: ['查询{{one}}', 'List {{many}}'],
  get: ['查看{{one}}', 'Read one {{one}}'],
  timeline: ['{{one}}的经过', 'Timeline of one {{one}}'],
  insert: ['新增{{one}}', 'Add one {{one}}'],
  update: ['修改{{one}}', 'Change one {{one}}'],
  del: ['删除{{one}}', 'Delete {{many}}'],
  restore: ['恢复{{one}}', 'Restore {{many}}'],
  export: ['导出{{one}}', 'Export {{many}}'],
  import: ['导入{{one}}', 'Import {{many}}'],
  template: ['{{one}}的导入模板', 'Import template of {{many}}'],
  file: ['{{one}}的文件', 'A file of one {{one}}'],
}

function verbTitle({ names, states }: Resource, verb: string): Words {
  const { many, one } = names
  const [zh, en] = VERB_TITLES[verb] ?? states?.transitions.find(({ name }) => name === verb)?.verb ?? [verb, verb]
  const filled = (text: string, at: 0 | 1) =>
    text.replace('{{one}}', one[at]).replace('{{many}}', at === 0 ? many[0] : insideSentence(many[1]))
  return VERB_TITLES[verb] ? [filled(zh, 0), filled(en, 1)] : [`${zh}：${one[0]}`, `${en}: ${one[1]}`]
}

/** What a call does, in both languages. */
export function titleOf({ resource, operation }: Mounted, name: string): Words {
  if (resource) return verbTitle(resource.resource, resource.verb)
  return operation?.title ?? [name, name]
}
