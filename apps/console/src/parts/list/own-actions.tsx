import {
  type ActionOfList,
  type ActionOfRow,
  actionKeyOf,
  inLanguage,
  type Listed,
  type Resource,
  type Words,
} from '@sluice/contract'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { holdsOne } from '../../lib/access/access.tsx'
import { call } from '../../lib/api/api.ts'
import { ask } from '../../lib/page/ask.ts'
import { type Mutation, useMutation } from '../../lib/api/mutation.ts'
import { changeRow } from '../../lib/api/resource-calls.ts'
import { useSession } from '../../lib/access/session.ts'
import { t, useText } from '../../lib/text/text.ts'
import { toast } from '../../lib/page/toast.ts'
import { Button } from '../button/button.tsx'
import type { FormOf, ListSlots } from './layout/list-slots.ts'
import type { RowAction } from './table/row-actions.tsx'
import type { DrawnRow } from './table/table-props.ts'

export type ActionSlots<R extends Resource> = Pick<
  ListSlots<R>,
  'forms' | 'listForms' | 'omitActions' | 'onDone' | 'onAnswer'
>
type Drawn = Listed & { children?: readonly unknown[] }
type Doable = ActionOfRow<Listed>

function useCircumstances() {
  const userId = useSession(({ userInfo }) => userInfo?.id)
  return (row: Drawn) => ({ userId, below: row.children?.length ?? 0 })
}

/** Why a row cannot be edited, in the user's language. */
export function useWhyFixed(resource: Resource): (row: Drawn) => string | null {
  const { language } = useText()
  return (row) => {
    const why = resource.whyFixed?.(row)
    return why ? inLanguage(why, language) : null
  }
}

/** Why a row cannot be deleted, in the user's language. */
export function useWhyKept(resource: Resource): (row: Drawn) => string | null {
  const { language } = useText()
  const circumstances = useCircumstances()
  return (row) => {
    const why = resource.whyKept?.(row, circumstances(row))
    return why ? inLanguage(why, language) : null
  }
}

function sendOne(resource: Resource, action: Doable, row: Listed): Promise<unknown> {
  if ('change' in action) return changeRow(resource, row, action.change(row))
  if ('call' in action) return call(action.call, action.send?.(row) ?? { id: row.id })
  return Promise.resolve()
}

interface Doing {
  resource: Resource
  say: (words: Words) => string
  mutate: Mutation['mutate']
  onDone: ActionSlots<Resource>['onDone']
  onAnswer: ((action: string, answer: unknown, rows: readonly Listed[]) => void) | undefined
}

const isOneCall = (action: Doable) => 'call' in action && action.sendAll !== undefined

/**
 * Asks if needed, applies the action to one row after another until the first refusal, and says how many succeeded; one that
 * is a single call for all rows has an answer that the screen tells.
 */
async function doTo(action: Doable, rows: readonly Listed[], doing: Doing) {
  const { resource, say, mutate, onDone, onAnswer } = doing
  const [first] = rows
  if (!first) return
  const { confirm, label, done, name } = action
  const sure =
    !confirm ||
    (await ask({
      title: confirm.title ? say(confirm.title) : t('ask.title'),
      text: say(confirm.text(first, rows.length)),
      confirm: say(confirm.yes ?? label),
      cancel: t('action.cancel'),
      danger: true,
    }))
  if (!sure) return
  if ('call' in action && action.sendAll) {
    const given = action.sendAll(rows)
    await mutate(async () => onAnswer?.(name, await call(action.call, given), rows))
    return
  }
  const ids: string[] = []
  await mutate(async () => {
    try {
      for (const row of rows) {
        await sendOne(resource, action, row)
        ids.push(row.id)
      }
    } finally {
      if (done && ids.length > 0) toast('success', say(done(first, ids.length)))
    }
  })
  onDone?.(name, ids)
}

interface ChosenProps<R extends Resource> {
  rows: readonly DrawnRow<R>[]
  actions: readonly { action: Doable; label: string; why: (row: DrawnRow<R>) => string | null }[]
  busy: boolean
  onAct: (action: Doable, rows: readonly DrawnRow<R>[]) => void
}

/** The actions for the selected rows: each applies to the rows it suits, and says how many they are. */
function Chosen<R extends Resource>({ rows, actions, busy, onAct }: ChosenProps<R>) {
  useText()
  return (
    <>
      {rows.length > 0 && (
        <span className="t2 num" role="status">
          {t('list.selected', { n: rows.length })}
        </span>
      )}
      {actions.map(({ action, label, why }) => {
        const able = rows.filter((row) => action.suits?.(row) !== false && why(row) === null)
        const reason = rows[0] && able.length === 0 ? (why(rows[0]) ?? undefined) : undefined
        return (
          <Button
            key={action.name}
            disabled={busy || able.length === 0}
            title={reason}
            // What cannot be done now is answered row by row, too.
            onClick={() => onAct(action, isOneCall(action) ? rows : able)}
          >
            {label}
            {able.length > 0 && <span className="num">{able.length}</span>}
          </Button>
        )
      })}
    </>
  )
}

interface OwnActions<R extends Resource> {
  /** Whether there is any action for a row, and for a selection. */
  has: { row: boolean; selection: boolean }
  of: (row: DrawnRow<R>) => RowAction[]
  chosen: (rows: readonly DrawnRow<R>[]) => ReactNode
  /** Buttons of the actions of the list. */
  tools: ReactNode
  /** The form that an action opened. */
  form: ReactNode
}

/**
 * The declared actions of a resource, ready to draw: those the user may do, with the reason where one cannot be done.
 */
export function useOwnActions<R extends Resource>(resource: R, slots: ActionSlots<R>): OwnActions<R> {
  const { language } = useText()
  const held = useSession(({ roles }) => roles)
  const circumstances = useCircumstances()
  const navigate = useNavigate()
  const [open, setOpen] = useState<{ action: Doable | ActionOfList; rows: readonly DrawnRow<R>[] } | null>(null)
  const { busy, mutate } = useMutation(resource.name)
  const say = (words: Words) => inLanguage(words, language)
  const onAnswer = slots.onAnswer as Doing['onAnswer']
  const isHeld = (action: Doable | ActionOfList) => {
    const key = actionKeyOf(resource, action)
    return key === undefined || holdsOne(held, [key])
  }
  const why = (action: Doable, row: DrawnRow<R>) => {
    const words = action.unless?.(row, circumstances(row))
    return words ? say(words) : null
  }
  const act = (action: Doable, rows: readonly DrawnRow<R>[]) => {
    const [row] = rows
    if (!row) return
    if ('form' in action) setOpen({ action, rows })
    else if ('to' in action) void navigate(action.to(row))
    else void doTo(action, rows, { resource, say, mutate, onDone: slots.onDone, onAnswer })
  }
  const close = () => {
    setOpen(null)
    // The form may have changed something.
    if (open?.action && 'form' in open.action && open.action.form !== true) void mutate(() => Promise.resolve())
  }
  const omitted: readonly string[] = slots.omitActions ?? []
  const actions = (resource.rowActions ?? []).filter((action) => isHeld(action) && !omitted.includes(action.name))
  const exportBeside = actions.filter(({ on }) => on?.includes('row') ?? true)
  const ofMany = actions.filter(({ on }) => on?.includes('selection'))
  const forms = slots.forms as Readonly<Record<string, FormOf<DrawnRow<R>>>> | undefined
  const listForms = slots.listForms as Readonly<Record<string, (close: () => void) => ReactNode>> | undefined
  return {
    has: { row: exportBeside.length > 0, selection: ofMany.length > 0 },
    of: (row) =>
      exportBeside
        .filter(({ suits }) => suits?.(row) !== false)
        .map((action) => ({
          key: action.name,
          label: say(action.label),
          danger: action.danger ?? false,
          because: why(action, row),
          ...(action.letter ? { letter: action.letter } : {}),
          onClick: () => act(action, [row]),
        })),
    chosen: (rows) => (
      <Chosen
        rows={rows}
        actions={ofMany.map((action) => ({
          action,
          label: say(action.label),
          why: (row: DrawnRow<R>) => why(action, row),
        }))}
        busy={busy}
        onAct={act}
      />
    ),
    // The first is what the list is for; on a phone it floats at the thumb, where there is room for one.
    tools: (resource.listActions ?? []).filter(isHeld).map((action, n) => (
      <Button
        key={action.name}
        {...(n === 0 ? { kind: 'theme' as const, icon: 'plus' as const } : {})}
        onClick={() => setOpen({ action, rows: [] })}
      >
        {say(action.label)}
      </Button>
    )),
    form:
      open &&
      (open.rows[0]
        ? forms?.[open.action.name]?.(open.rows[0], close, open.rows)
        : listForms?.[open.action.name]?.(close)),
  }
}
