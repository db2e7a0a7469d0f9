import type { BuiltInRole } from '../identity/built-in-role.ts'
import { insideSentence } from './inside-sentence.ts'
import {
  actionKeyOf,
  type ListActionName,
  permissionKey,
  type Resource,
  type ResourceAction,
  type RowActionName,
  transitionKey,
} from './resource.ts'
import type { Words } from './words.ts'

/** A button is the right to do something; its permission key is its name. */
export interface ScreenButton {
  key: string
  title: Words
  /** Built-in roles that get it when it is new, in addition to ROLE_ADMIN. */
  for?: readonly BuiltInRole[]
}

/**
 * One screen of the console: an entry of the menu, an address, and the permissions to open it and to use its actions.
 */
export interface Screen {
  /** Unique; menus are translated by it. */
  name: string
  title: Words
  /** Joined to the folder's path. */
  path: string
  /** The console's own component; a list and form that need none are drawn from the resource. */
  component: string
  /** The listed resource. */
  resource?: Resource
  /** The right to open it and to read its list. */
  key?: string
  icon?: string
  hidden?: boolean
  noCache?: boolean
  affix?: boolean
  /** The console has its address built in (MR-12). */
  known?: boolean
  /** The entry that is lit while this hidden screen is open. */
  activeMenu?: string
  for?: readonly BuiltInRole[]
  buttons?: readonly ScreenButton[]
}

export interface ScreenFolder {
  name: string
  title: Words
  path: string
  icon: string
  hidden?: boolean
  screens: readonly Screen[]
}

const VERBS: Readonly<Record<ResourceAction, Words>> = {
  insert: ['新增', 'Add'],
  update: ['修改', 'Change'],
  del: ['删除', 'Delete'],
  export: ['导出', 'Export'],
  import: ['导入', 'Import'],
}
/** Actions on several rows at once. */
const OF_MANY: readonly ResourceAction[] = ['export', 'import']

/** Roles that may do each action of a resource; an action that is not named belongs to ROLE_ADMIN. */
export type ActionRoles<Name extends string = string> = {
  readonly [action in ResourceAction | Name]?: readonly BuiltInRole[]
}

/**
 * The buttons of a resource's actions and transitions: `新增设备`, `Add device`; those who may change a row may move it to
 * its next state. `calls` is their name for its rows.
 */
export function resourceButtons(
  resource: Resource,
  may: ActionRoles = {},
  calls: Resource['names'] = resource.names,
): ScreenButton[] {
  const crud = resource.actions.map((action) => ({
    key: permissionKey(resource, action),
    title: buttonTitle(action, calls),
    for: may[action] ?? [],
  }))
  const transitions = (resource.states?.transitions ?? []).map((transition) => ({
    key: transitionKey(resource, transition),
    title: transition.verb,
    for: may['update'] ?? [],
  }))
  const buttons = new Map<string, ScreenButton>()
  for (const button of [...crud, ...transitions, ...ownButtons(resource, may)])
    if (!buttons.has(button.key)) buttons.set(button.key, button)
  return [...buttons.values()]
}

/** The rights of its area that its own actions need; one of another area belongs to the screen of that. */
function ownButtons(resource: Resource, may: ActionRoles): ScreenButton[] {
  return [...(resource.listActions ?? []), ...(resource.rowActions ?? [])].flatMap((action) => {
    const key = actionKeyOf(resource, action)
    const isOwn = key?.startsWith(`${resource.permission}:`)
    return key && isOwn ? [{ key, title: action.right ?? action.label, for: may[action.name] ?? [] }] : []
  })
}

function buttonTitle(action: ResourceAction, { many, one }: Resource['names']): Words {
  const [zhCN, enUS] = VERBS[action]
  return [zhCN + one[0], `${enUS} ${OF_MANY.includes(action) ? insideSentence(many[1]) : one[1]}`]
}

/** The description of a screen that lists a resource. */
export interface ResourceScreenOptions<Name extends string = string>
  extends Partial<Omit<Screen, 'resource' | 'buttons' | 'key'>> {
  path: string
  icon: string
  may?: ActionRoles<Name>
  /** The buttons' name for a row, where that is not the resource's name. */
  calls?: Resource['names']
  /** Permissions in addition to the resource's actions. */
  more?: readonly ScreenButton[]
}

/** The prefix of the components that are drawn from a resource alone: the list, and the page of one row. */
const RESOURCE_COMPONENT = 'resource/'
export const DETAIL_COMPONENT = 'detail/'

/** The component of a list and form without code of its own, in lower case like every component: `resource/device-tag`. */
export function resourceComponent({ name }: Pick<Resource, 'name'>): string {
  return RESOURCE_COMPONENT + name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** A screen that lists a resource: title, key, component and buttons follow from it. */
export function resourceScreen<R extends Resource>(
  resource: R,
  { may, calls, more = [], ...screen }: ResourceScreenOptions<RowActionName<R> | ListActionName<R>>,
): Screen {
  return {
    name: resource.name.charAt(0).toUpperCase() + resource.name.slice(1),
    title: resource.names.many,
    component: resourceComponent(resource),
    key: permissionKey(resource, 'page'),
    ...screen,
    resource,
    buttons: [...resourceButtons(resource, may, calls), ...more],
  }
}
