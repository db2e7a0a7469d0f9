import type { DashboardSummary, Waiting } from '@sluice/contract'
import { useRef, useState } from 'react'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { useText } from '../../../lib/text/text.ts'
import { DeviceIcon, Icon } from '../../../parts/icon/icons.tsx'
import { AreaTree } from './area-tree.tsx'
import { changeFilter, toggled, useMap } from '../map-state.ts'
import { useNarrow } from '../use-narrow.ts'
import { Caret } from '../../../parts/icon/caret.tsx'

/** Typing shows what matches in the list, wherever on the map it is. */
export function SearchField({ onEnter }: { onEnter: () => void }) {
  const { t } = useText()
  const keyword = useMap((state) => state.filter.keyword)
  const field = useRef<HTMLInputElement>(null)
  const change = (value: string) => {
    changeFilter({ keyword: value })
    if (value.trim()) useMap.setState({ panel: 'list' })
  }
  return (
    <search className="map-search">
      <Icon name="search" size={16} />
      <input
        ref={field}
        value={keyword}
        placeholder={t('map.search')}
        aria-label={t('map.search')}
        data-testid="map-search"
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // The drawer takes the focus: the same key must not press its first button.
            event.preventDefault()
            onEnter()
          }
          if (event.key === 'Escape') change('')
        }}
      />
      {keyword && (
        <button
          type="button"
          className="bare"
          aria-label={t('state.clear')}
          onClick={() => {
            change('')
            field.current?.focus()
          }}
        >
          <Icon name="cross" size={14} />
        </button>
      )}
    </search>
  )
}

/** Types that exist, the most frequent first; none chosen means all. */
export function TypeChips() {
  const { t, byName } = useText()
  const byType = useMap((state) => state.counts.byType)
  const chosen = useMap((state) => state.filter.types)
  const types = [...byType].sort(([, a], [, b]) => b - a)
  return (
    <div className="type-chips" role="group" aria-label={t('map.types')}>
      {types.map(([type, count]) => (
        <button
          key={type}
          type="button"
          className={chosen.has(type) ? 'type-chip on' : 'type-chip'}
          aria-pressed={chosen.has(type)}
          data-type={type}
          onClick={() => changeFilter({ types: toggled(chosen, type) })}
        >
          <DeviceIcon type={type} size={16} />
          <span className="clip">{byName(`enum.deviceType.${type}`, type)}</span>
          <span className="num t3">{formatNumber(count, 0)}</span>
        </button>
      ))}
    </div>
  )
}

interface FilterPanelProps {
  summary: DashboardSummary | undefined
  waiting: Waiting | undefined
  onEnter: () => void
}

/** What is to be seen: search, types, departments; where the map is narrow, types and departments behind a button. */
export function FilterPanel({ summary, waiting, onEnter }: FilterPanelProps) {
  const { t } = useText()
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const chosen = useMap(({ filter }) => filter.types.size + Number(filter.deptIds !== null || filter.unplaced))
  const shown = !narrow || open
  return (
    <section className="map-float map-filter">
      <SearchField onEnter={onEnter} />
      {narrow && (
        <button
          type="button"
          className="flat area-fold"
          aria-expanded={open}
          data-testid="map-fold"
          onClick={() => setOpen(!open)}
        >
          <span className="grow">
            {t('map.areas')} {chosen > 0 && <span className="num t3">{chosen}</span>}
          </span>
          <Caret kind="fold" open={open} />
        </button>
      )}
      {shown && <TypeChips />}
      {shown && <AreaTree depts={summary?.depts ?? []} waiting={waiting} />}
    </section>
  )
}
