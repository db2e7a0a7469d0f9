import { NAMED_TARGETS, type OperationLogObjects, operationLogObjects, type OperationLogRow } from '@sluice/contract'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { create } from 'zustand'
import { useAnswer } from '../../lib/api/answer.ts'
import { usePermission } from '../../lib/access/access.tsx'
import { MISSING } from '../../lib/text/reading-format.ts'
import { byName, t, useText } from '../../lib/text/text.ts'
import { Chip } from '../../parts/reading/status-chip.tsx'
import { lookOf } from '../../domain/command-tone.ts'

/** What the lines of the page are about, by line. */
const useNamed = create<{ byLine: ReadonlyMap<string, OperationLogObjects> }>()(() => ({ byLine: new Map() }))

/** Draws nothing: fetches the names of what the lines of the page are about. */
export function ObjectsFeed({ lines }: { lines: readonly OperationLogRow[] }) {
  const ids = lines.map(({ id }) => id).join(',')
  const { data } = useAnswer(operationLogObjects, ids === '' ? null : { ids }, { silent: true, staleMs: 10_000 })
  useEffect(() => {
    if (data) useNamed.setState({ byLine: new Map(data.map((line) => [line.id, line])) })
  }, [data])
  return null
}

/** Where the page of a row is; null where its kind has none. */
function pageOf(kind: string, id: string): string | null {
  if (kind === 'device') return `/device/detail/${id}`
  return kind === 'product' ? `/product/index/${id}` : null
}

/** How the command that a line sent stands now. */
export function Outcome({ lineId }: { lineId: string }) {
  useText()
  const command = useNamed(({ byLine }) => byLine.get(lineId)?.command)
  if (!command) return null
  return <Chip {...lookOf(command)} text={byName(`enum.commandStatus.${command.status}`)} />
}

/** The verb of a line: of a command its own name, e.g. 全关. */
export function useCommandName(lineId: string): string | null {
  const code = useNamed(({ byLine }) => byLine.get(lineId)?.command?.code)
  return code === undefined ? null : byName(`command.${code}`, code)
}

function Target({ kind, id, name }: { kind: string; id: string; name: string | null }) {
  const mayOpen = usePermission([`${kind}:list`])
  const page = pageOf(kind, id)
  if (name === null) {
    return (
      <span className="t3" title={t('log.goneWhy')}>
        {t('log.gone', { id })}
      </span>
    )
  }
  const words = (
    <>
      {name} <small className="t3 num">{id}</small>
    </>
  )
  return page !== null && mayOpen ? <Link to={page}>{words}</Link> : <span>{words}</span>
}

/** What a line is about: names with links and their numbers; the bare numbers until the names are there. */
export function Targets({ line, all = false }: { line: Pick<OperationLogRow, 'id' | 'targetIds'>; all?: boolean }) {
  useText()
  const named = useNamed(({ byLine }) => byLine.get(line.id))
  const ids = line.targetIds
  if (ids.length === 0) return <span className="t3">{MISSING}</span>
  const known = new Map(named?.objects.map((object) => [object.id, object]))
  const shown = all ? ids : ids.slice(0, NAMED_TARGETS)
  return (
    <span className="log-targets">
      {shown.map((id) => {
        const object = known.get(id)
        return object && named ? (
          <Target key={id} kind={named.kind} {...object} />
        ) : (
          <span key={id} className="num t2">
            {id}
          </span>
        )
      })}
      {ids.length > shown.length && <span className="t3">{t('log.more', { n: ids.length })}</span>}
    </span>
  )
}
