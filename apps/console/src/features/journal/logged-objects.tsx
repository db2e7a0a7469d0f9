import {
  type CommandStatus,
  ENDED_STATUSES,
  NAMED_TARGETS,
  type OperationLogObjects,
  operationLogObjects,
  type OperationLogRow,
  RESOURCES,
  SCREENS,
} from '@sluice/contract'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { create } from 'zustand'
import { useAnswer } from '../../lib/api/answer.ts'
import { usePermission } from '../../lib/access/access.tsx'
import { byName, t, useText } from '../../lib/text/text.ts'

type Named = OperationLogObjects['objects'][number]

/** What the lines that are shown are about, by line. */
const useNamed = create<{ byLine: ReadonlyMap<string, OperationLogObjects> }>()(() => ({ byLine: new Map() }))

/** How often the outcomes of commands that have not ended are asked for. */
const OPEN_EVERY_MS = 5_000

const isOpen = ({ command, batch }: OperationLogObjects) =>
  [command?.status, ...Object.keys(batch.outcomes)].some(
    (status) => status !== undefined && !ENDED_STATUSES.has(status as CommandStatus),
  )

/** Draws nothing: fetches what the lines are about, again while a command of theirs has not ended. */
export function ObjectsFeed({ lines }: { lines: readonly Pick<OperationLogRow, 'id'>[] }) {
  const ids = lines.map(({ id }) => id).join(',')
  const waits = useNamed(({ byLine }) =>
    lines.some(({ id }) => {
      const known = byLine.get(id)
      return known !== undefined && isOpen(known)
    }),
  )
  const { data } = useAnswer(operationLogObjects, ids === '' ? null : { ids }, {
    silent: true,
    staleMs: 10_000,
    ...(waits ? { everyMs: OPEN_EVERY_MS } : {}),
  })
  useEffect(() => {
    if (!data) return
    useNamed.setState(({ byLine }) => ({
      byLine: new Map([...byLine, ...data.map((line) => [line.id, line] as const)]),
    }))
  }, [data])
  return null
}

/** What a line is about; undefined until it is known. */
export function useLogged(lineId: string): OperationLogObjects | undefined {
  return useNamed(({ byLine }) => byLine.get(lineId))
}

/** The addresses of the lists of rows, by resource. */
const LISTS: ReadonlyMap<string, string> = new Map(
  SCREENS.flatMap(({ path, screens }) =>
    screens.flatMap((screen) =>
      screen.resource && !screen.hidden ? [[screen.resource.name, `${path}/${screen.path}`] as const] : [],
    ),
  ),
)

/** Where a row is seen: its page, else the list that finds it by its name; null where there is neither. */
export function addressOf(kind: string, { id, name, fault }: Named): string | null {
  if (kind === 'device') return `/device/detail/${id}`
  if (kind === 'product') return `/product/index/${id}`
  if (kind === 'fault') return fault && `/device/detail/${fault.deviceId}?tab=faults`
  const list = LISTS.get(kind)
  const isFound = RESOURCES[kind]?.list.keyword?.includes(RESOURCES[kind].display) ?? false
  return list && isFound && name !== null ? `${list}?${new URLSearchParams({ keyword: name })}` : null
}

/** The name that a row had then, with that of now; without one its number. */
function nameOf({ id, name, was, gone }: Named): string {
  const known = was ?? name
  if (known === null) return t('said.unnamed', { id })
  return gone ? t('said.gone', { object: known }) : known
}

function titleOf({ id, name, was, gone }: Named): string {
  if (name === null) return t(gone ? 'log.goneWhy' : 'log.hiddenWhy', { id })
  return was === null ? t('said.unnamed', { id }) : t('log.nowNamed', { name, id })
}

function Target({ kind, object }: { kind: string; object: Named }) {
  const listed = kind === 'fault' ? 'device' : kind
  const mayOpen = usePermission([`${listed}:list`])
  const address = object.name === null ? null : addressOf(kind, object)
  const title = titleOf(object)
  if (address !== null && mayOpen)
    return (
      <Link to={address} title={title}>
        {nameOf(object)}
      </Link>
    )
  return (
    <span className={object.name === null ? 't3' : undefined} title={title}>
      {nameOf(object)}
    </span>
  )
}

/** The rows of a line within its sentence: the first one, and how many they are. */
export function Objects({ line, n }: { line: Pick<OperationLogRow, 'id' | 'targetIds'>; n: number }) {
  useText()
  const logged = useLogged(line.id)
  const [first] = line.targetIds
  if (first === undefined) return null
  const object = logged?.objects[0]
  const named: ReactNode =
    object && logged ? <Target kind={logged.kind} object={object} /> : t('said.unnamed', { id: first })
  if (n < 2) return named
  const [ahead = '', after = ''] = t('said.objects', { object: '\u0001', n }).split('\u0001')
  return (
    <>
      {ahead}
      {named}
      {after}
    </>
  )
}

/** All rows of a line that are named, for its details. */
export function AllObjects({ line }: { line: Pick<OperationLogRow, 'id' | 'targetIds'> }) {
  useText()
  const logged = useLogged(line.id)
  const ids = line.targetIds
  return (
    <span className="log-targets">
      {ids.map((id, at) => {
        const object = logged?.objects[at]
        if (at >= NAMED_TARGETS && at > 0)
          return at === NAMED_TARGETS && <span key={id}>{t('log.more', { n: ids.length })}</span>
        return (
          <Fragment key={id}>
            {object && logged ? <Target kind={logged.kind} object={object} /> : <span className="num t2">{id}</span>}
            <small className="t3 num">{id}</small>
          </Fragment>
        )
      })}
    </span>
  )
}

/** What is wrong, where the line is about a fault. */
export function faultWords(logged: OperationLogObjects | undefined): string | undefined {
  const fault = logged?.objects[0]?.fault
  return fault ? byName(`fault.${fault.code}`, fault.code) : undefined
}
