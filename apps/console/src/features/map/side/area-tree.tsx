import type { DashboardSummary, Waiting, WaitingSign } from '@sluice/contract'
import { type CSSProperties, useMemo, useState } from 'react'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { SIGN_FACES } from '../../../domain/waiting/waiting.ts'
import { useText } from '../../../lib/text/text.ts'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { type DeptNode, departmentTree, waitingIn } from './department-tree.ts'
import type { Count } from './device-filter.ts'
import { changeFilter, useMap } from '../map-state.ts'
import { Caret } from '../../../parts/icon/caret.tsx'

const BAR_PX = 28
const LEAST_PX = 2

/** Online, offline, fault as one small bar: thick, thin, thick. */
function Bar({ count: { total, offline, fault } }: { count: Count }) {
  if (total === 0) return <svg width={BAR_PX} height="6" aria-hidden="true" />
  const share = (part: number) => (part === 0 ? 0 : Math.max(LEAST_PX, (part / total) * BAR_PX))
  const [faultPx, offlinePx] = [share(fault), share(offline)]
  const onlinePx = Math.max(0, BAR_PX - faultPx - offlinePx)
  return (
    <svg width={BAR_PX} height="6" aria-hidden="true">
      <rect width={onlinePx} height="6" rx="1" fill="var(--m-online)" />
      <rect x={onlinePx + 0.6} width={Math.max(0, offlinePx - 0.6)} y="2" height="2" fill="var(--m-offline)" />
      <rect x={BAR_PX - faultPx} width={faultPx} height="6" rx="1" fill="var(--m-l4)" />
    </svg>
  )
}

interface RowProps {
  name: string
  count: Count
  waiting?: { total: number; sign: WaitingSign } | null
  depth: number
  chosen: boolean
  open?: boolean
  onToggle?: (() => void) | undefined
  onChoose: () => void
}

function Row({ name, count, waiting, depth, chosen, open, onToggle, onChoose }: RowProps) {
  const { t } = useText()
  return (
    <li className={chosen ? 'area-row on' : 'area-row'} style={{ '--depth': depth } as CSSProperties}>
      {onToggle ? (
        <button
          type="button"
          className="flat area-twist"
          aria-expanded={open}
          aria-label={t('map.unfold', { name })}
          onClick={onToggle}
        >
          <Caret kind="branch" open={open === true} size={12} />
        </button>
      ) : (
        <span className="flat area-twist" />
      )}
      <button type="button" className="flat area-name" aria-pressed={chosen} onClick={onChoose}>
        <span className="clip grow" title={name}>
          {name}
        </span>
        <Bar count={count} />
        <span className={waiting ? `area-fault num some word-${SIGN_FACES[waiting.sign].glyph}` : 'area-fault num'}>
          {waiting ? (
            <>
              <Glyph name={SIGN_FACES[waiting.sign].glyph} /> {formatNumber(waiting.total, 0)}
            </>
          ) : (
            '–'
          )}
        </span>
        <span className="area-total num">{formatNumber(count.total, 0)}</span>
      </button>
    </li>
  )
}

/** Departments with their counts; selecting one shows only its devices, selecting it again shows all. */
export function AreaTree({ depts, waiting }: { depts: DashboardSummary['depts']; waiting: Waiting | undefined }) {
  const { t } = useText()
  const { byDept, unplaced } = useMap((state) => state.counts)
  const filter = useMap((state) => state.filter)
  const tree = useMemo(() => departmentTree(depts, byDept), [depts, byDept])
  // Branches that the user opened or closed against the default.
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set())
  const flip = (id: string) => {
    const next = new Set(flipped)
    if (!next.delete(id)) next.add(id)
    setFlipped(next)
  }

  const rowsOf = (nodes: readonly DeptNode[], depth: number): React.ReactNode[] =>
    nodes.flatMap((node) => {
      // The first level is open by default, and so is an only child, which would hide nothing but its branch.
      const open = (depth === 0 || nodes.length === 1) !== flipped.has(node.id)
      const chosen =
        filter.deptIds === node.ids || (filter.deptIds?.size === node.ids.size && filter.deptIds.has(node.id))
      return [
        <Row
          key={node.id}
          name={node.name}
          count={node.count}
          waiting={waitingIn(waiting?.depts ?? [], node.ids)}
          depth={depth}
          chosen={chosen}
          open={open}
          onToggle={node.children.length > 0 ? () => flip(node.id) : undefined}
          onChoose={() => changeFilter({ deptIds: chosen ? null : node.ids, unplaced: false })}
        />,
        ...(open ? rowsOf(node.children, depth + 1) : []),
      ]
    })

  return (
    <section aria-label={t('map.areas')}>
      <div className="area-head" aria-hidden="true">
        <span className="grow">{t('map.areas')}</span>
        <span className="area-fault">{t('map.attention')}</span>
        <span className="area-total">{t('map.sum')}</span>
      </div>
      <ul className="area-rows" data-testid="map-areas">
        {rowsOf(tree, 0)}
        {unplaced.total > 0 && (
          <Row
            name={t('map.unplaced')}
            count={unplaced}
            depth={1}
            chosen={filter.unplaced}
            onChoose={() => {
              changeFilter({ unplaced: !filter.unplaced })
              useMap.setState({ panel: 'list' })
            }}
          />
        )}
      </ul>
    </section>
  )
}
