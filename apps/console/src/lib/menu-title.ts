import { byName, currentLanguage } from './text.ts'

/** Titles come from the server in Chinese and may be edited there; other languages translate by route name. */
export function menuTitle(name: string, title: string): string {
  return currentLanguage() === 'zh-CN' ? title : byName(`menu.${name}`, title)
}
