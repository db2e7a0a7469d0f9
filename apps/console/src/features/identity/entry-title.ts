import { RESOURCE_TYPES, type ResourceNode } from '@sluice/contract'
import { menuTitle } from '../../lib/menu-title.ts'
import { byName, currentLanguage, t } from '../../lib/text.ts'

/** The verbs of permission keys that the operation log calls otherwise. */
const LOGGED_AS: Readonly<Record<string, string>> = { add: 'insert', edit: 'update' }

type Titled = Pick<ResourceNode, 'type' | 'name' | 'title' | 'permission'>

/** `user:add` in words: its own text, else verb and thing; empty where neither is known. */
function keyWords(key: string): string {
  const [area = '', verb = ''] = key.split(':')
  const words = { verb: byName(`verb.${LOGGED_AS[verb] ?? verb}`, ''), area: byName(`one.${area}`, '') }
  return byName(`perm.${key}`, '') || (words.verb && words.area && t('log.action', words))
}

/** Titles are stored in Chinese; other languages translate what is built in, and show an operator's own as he wrote it. */
export function entryTitle({ type, name, title, permission }: Titled): string {
  if (currentLanguage() === 'zh-CN') return title
  return type === RESOURCE_TYPES.BUTTON ? keyWords(permission ?? '') || title : menuTitle(name, title)
}
