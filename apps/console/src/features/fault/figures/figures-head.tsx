import type { FaultFigures, ReliabilityRun } from '@sluice/contract'
import { useSearchParams } from 'react-router'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { Segment } from '../../../parts/button/segment.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { DepartmentSelect } from '../../../parts/form/department-select.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { type Instants, InstantRange } from '../../../parts/instant-range.tsx'
import { FIGURES_DAYS, type FiguresRange, lengthInDays, rangeWords } from './figures-range.ts'
import { Card } from '../../../parts/section/section.tsx'

const DAYS = { 7: 'history.days7', 30: 'history.days30', 90: 'history.days90' } as const

/** Changes parts of the address in place; null removes one. */
function useChange() {
  const [, setSearch] = useSearchParams()
  return (changes: Readonly<Record<string, string | null>>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
}

/** Filters that a bar or a link set, each with a way out. */
function Chips({ figures }: { figures: FaultFigures | undefined }) {
  const { t } = useText()
  const [search] = useSearchParams()
  const change = useChange()
  const [area, code, level] = [search.get('areaId'), search.get('code'), search.get('level')]
  const chips = [
    ...(area
      ? [['areaId', figures?.areas.find(({ key }) => key === area)?.name ?? t('figures.oneArea')] as const]
      : []),
    ...(code ? [['code', byName(`fault.${code}`, code)] as const] : []),
    ...(level ? [['level', byName(`enum.level.${level}`)] as const] : []),
  ]
  return chips.map(([name, word]) => (
    <button
      key={name}
      type="button"
      className="figure-chip"
      aria-label={t('figures.without', { word })}
      onClick={() => change({ [name]: null })}
    >
      {word} <Icon name="cross" size={12} />
    </button>
  ))
}

interface FiguresHeadProps {
  range: FiguresRange
  bounds: Instants
  runs: readonly ReliabilityRun[]
  figures: FaultFigures | undefined
}

/** Of what and of which time. */
export function FiguresHead({ range, bounds, runs, figures }: FiguresHeadProps) {
  const { t } = useText()
  const [search] = useSearchParams()
  const change = useChange()
  const days = lengthInDays(bounds)
  const products = new Map(runs.map(({ productId, productName }) => [productId, productName]))
  const own = range.kind === 'own'
  return (
    <Card as="header" className="figures-head">
      <h1>{t('figures.title')}</h1>
      <small className="t3 num">
        {t('figures.against', {
          from: showTime(bounds.startTime, '{m}-{d}'),
          to: showTime(bounds.endTime, '{m}-{d}'),
          n: days,
        })}
      </small>
      <Chips figures={figures} />
      <span className="figures-choice">
        <span className="figures-of">
          <DepartmentSelect
            placeholder={t('figures.allDepts')}
            aria-label={t('fault.deptId')}
            value={search.get('deptId')}
            onChange={(next) => change({ deptId: typeof next === 'string' ? next : null })}
          />
        </span>
        <span className="figures-of">
          <Select<string>
            allowClear
            value={search.get('productId')}
            placeholder={t('figures.allProducts')}
            aria-label={t('figures.product')}
            options={[...products].map(([value, label]) => ({ value, label }))}
            onChange={(next) => change({ productId: next ?? null })}
          />
        </span>
        <span className="segments" role="group" aria-label={t('history.range')}>
          {FIGURES_DAYS.map((one) => (
            <Segment
              key={one}
              on={!own && range.days === one}
              onClick={() => change(rangeWords({ kind: 'last', days: one }))}
            >
              {t(DAYS[one])}
            </Segment>
          ))}
          <Segment on={own} onClick={() => change(rangeWords({ kind: 'own', ...bounds }))}>
            {t('history.own')}
          </Segment>
        </span>
        {own && <InstantRange value={range} onChange={(picked) => change(rangeWords({ kind: 'own', ...picked }))} />}
        <ToolButton icon="sheet" label={t('figures.print')} onClick={() => window.print()} />
      </span>
    </Card>
  )
}
