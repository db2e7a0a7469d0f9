import { type Field, NONE, rangeBounds, type Resource, RESOURCES } from '@sluice/contract'
import { byName, useText } from '../../../lib/text/text.ts'
import { showTime } from '../../../lib/time/clock.ts'
import { useNames } from '../../form/refs-select.tsx'
import { Icon } from '../../icon/icons.tsx'
import type { Filters } from '../list-query.ts'

interface ChipProps {
  word: string
  onRemove: () => void
}

function Chip({ word, onRemove }: ChipProps) {
  const { t } = useText()
  return (
    <button type="button" className="filter-chip" aria-label={t('search.without', { word })} onClick={onRemove}>
      {word} <Icon name="cross" size={12} />
    </button>
  )
}

interface FilterProps {
  label: string
  values: readonly string[]
  onRemove: () => void
}

function RefChip({ label, values, to, onRemove }: FilterProps & { to: string }) {
  const { t } = useText()
  const names = useNames(RESOURCES[to] as Resource, values)
  const said = values.map((value) => names.get(value) ?? value.replaceAll('"', '')).join(t('list.comma'))
  return <Chip word={t('search.chip', { field: label, value: said })} onRemove={onRemove} />
}

/** A value of a filter as a person reads it. */
function wordOf(field: Field, value: string, t: ReturnType<typeof useText>['t']): string {
  if (value === NONE) return t('search.none')
  if (field.kind === 'boolean') return t(value === 'true' ? 'state.yes' : 'state.no')
  if (field.kind === 'enum' || field.kind === 'enums') return byName(`enum.${field.enumName}.${value}`, value)
  if (field.kind === 'time')
    return value
      .split('/')
      .map((time) => showTime(time, '{m}-{d} {h}:{i}'))
      .join(' – ')
  if ('named' in field && field.named) return byName(`${field.named}.${value}`, value)
  return value.replaceAll('"', '')
}

interface FilterChipsProps {
  resource: Resource
  filters: Filters
  /** The filters with a chip, where they apply. */
  names: readonly string[]
  onFilter: (filters: Filters) => void
}

/** Filters that a link set, also those that the search form does not have, each with a way out. */
export function FilterChips({ resource, filters, names, onFilter }: FilterChipsProps) {
  const { t } = useText()
  const without = (...gone: string[]) =>
    onFilter(Object.fromEntries(Object.entries(filters).filter(([name]) => !gone.includes(name))))
  const labelOf = (name: string) => byName(`${resource.name}.${name}`)
  const range = (resource.list.ranges ?? []).find((name) => resource.fields[name]!.kind === 'time')
  const bounds = range ? rangeBounds(resource, range) : undefined
  const [from, to] = [bounds && filters[bounds.from], bounds && filters[bounds.to]]
  return (
    <>
      {names.map((name) => {
        const given = filters[name]
        const field = resource.fields[name]!
        if (!given) return null
        const shared = { label: labelOf(name), values: given.split(','), onRemove: () => without(name) }
        if (field.kind === 'ref') return <RefChip key={name} {...shared} to={field.to} />
        const said = shared.values.map((value) => wordOf(field, value, t)).join(t('list.comma'))
        return (
          <Chip key={name} word={t('search.chip', { field: shared.label, value: said })} onRemove={shared.onRemove} />
        )
      })}
      {range && from && to && (
        <Chip
          word={t('search.chip', {
            field: labelOf(range),
            value: `${showTime(from, '{m}-{d} {h}:{i}')} – ${showTime(to, '{m}-{d} {h}:{i}')}`,
          })}
          onRemove={() => without(bounds!.from, bounds!.to)}
        />
      )}
    </>
  )
}
