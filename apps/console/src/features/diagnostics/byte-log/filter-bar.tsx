import { LINE_STATES, readHexPattern } from '@sluice/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { usePreference } from '../../../lib/page/preference.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { Segment } from '../../../parts/button/segment.tsx'
import { ToolButton } from '../../../parts/button/tool-button.tsx'
import { Select } from '../../../parts/control/select.tsx'
import { RefSelect } from '../../../parts/form/ref-select.tsx'
import { type SavedFilter, savedFilters, type TailFilter } from './tail-filter.ts'
import { Card } from '../../../parts/section/section.tsx'

const MOST_SAVED = 12

interface FilterBarProps {
  filter: TailFilter
  onChange: (filter: TailFilter) => void
}

type Change = (name: keyof TailFilter, value: string | undefined) => void

/** `7E7E ?? **`, marked in all lines or the only ones shown. */
function BytesField({ filter, change }: { filter: TailFilter; change: Change }) {
  const { t } = useText()
  const { bytes = '', only } = filter
  const isWrong = readHexPattern(bytes) === null
  return (
    <span className="row">
      <label className="row">
        <span className="t2">{t('byteLog.length')}</span>
        <Input
          className="mono tail-pattern"
          allowClear
          value={bytes}
          placeholder="7E7E ?? **"
          {...(isWrong ? { status: 'error' as const } : {})}
          title={t(isWrong ? 'byteLog.badPattern' : 'byteLog.pattern')}
          onChange={({ target }) => change('bytes', target.value || undefined)}
        />
      </label>
      <span className="segments">
        <Segment on={!only} onClick={() => change('only', undefined)}>
          {t('byteLog.highlight')}
        </Segment>
        <Segment on={Boolean(only)} onClick={() => change('only', '1')}>
          {t('byteLog.only')}
        </Segment>
      </span>
    </span>
  )
}

/** Filters that this person saved. */
function Saved({ filter, onChange }: Pick<FilterBarProps, 'filter' | 'onChange'>) {
  const { t } = useText()
  const { value, save } = usePreference('byteLog.filters', savedFilters)
  const [name, setName] = useState<string | null>(null)
  const saved = value ?? []
  const same = (one: SavedFilter) => JSON.stringify(one.filter) === JSON.stringify(filter)
  const keep = () => {
    const trimmed = name?.trim()
    setName(null)
    if (trimmed)
      save(
        [...saved.filter((one) => one.name !== trimmed), { name: trimmed, filter: { ...filter } }].slice(-MOST_SAVED),
      )
  }
  return (
    <div className="row wrap">
      <span className="t2">{t('byteLog.saved')}</span>
      <button
        type="button"
        className="count"
        aria-pressed={Object.keys(filter).length === 0}
        onClick={() => onChange({})}
      >
        {t('byteLog.all')}
      </button>
      <button
        type="button"
        className="count"
        aria-pressed={JSON.stringify(filter) === '{"state":"REFUSED"}'}
        onClick={() => onChange({ state: 'REFUSED' })}
      >
        {t('byteLog.onlyRefused')}
      </button>
      {saved.map((one) => (
        <span key={one.name} className="row tight">
          <button type="button" className="count" aria-pressed={same(one)} onClick={() => onChange(one.filter)}>
            {one.name}
          </button>
          {same(one) && (
            <ToolButton
              icon="cross"
              label={t('byteLog.forget', { name: one.name })}
              onClick={() => save(saved.filter(({ name: other }) => other !== one.name))}
            />
          )}
        </span>
      ))}
      {name === null ? (
        Object.keys(filter).length > 0 &&
        !saved.some(same) && (
          <Button kind="link" icon="plus" onClick={() => setName('')}>
            {t('byteLog.save')}
          </Button>
        )
      ) : (
        <Input
          className="tail-name"
          autoFocus
          maxLength={40}
          value={name}
          placeholder={t('byteLog.name')}
          aria-label={t('byteLog.name')}
          onChange={({ target }) => setName(target.value)}
          onPressEnter={keep}
          onBlur={keep}
        />
      )}
      <small className="t3 end">{t('byteLog.inAddress')}</small>
    </div>
  )
}

/** What is looked for: device, address, direction, protocol, verdict, bytes. It stands in the address of the page. */
export function FilterBar({ filter, onChange, protocols }: FilterBarProps & { protocols: readonly string[] }) {
  const { t } = useText()
  const change: Change = (name, value) => {
    const { [name]: _before, ...rest } = filter
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  const choice = (name: 'protocol' | 'state', label: string, values: readonly { value: string; label: string }[]) => (
    <label className="row">
      <span className="t2">{label}</span>
      <Select<string>
        className="tail-choice"
        allowClear
        aria-label={label}
        placeholder={t('byteLog.any')}
        value={filter[name] ?? null}
        options={[...values]}
        onChange={(value) => change(name, value)}
      />
    </label>
  )
  return (
    <Card className="stack tail-filter">
      <div className="row wrap">
        <span className="row">
          <span className="t2">{t('byteLog.device')}</span>
          <span className="tail-choice">
            <RefSelect
              to="device"
              value={filter.deviceId ?? null}
              placeholder={t('byteLog.any')}
              aria-label={t('byteLog.device')}
              onChange={(id) => change('deviceId', id)}
            />
          </span>
        </span>
        <label className="row">
          <span className="t2">{t('byteLog.remote')}</span>
          <Input
            className="tail-choice mono"
            allowClear
            value={filter.remote ?? ''}
            placeholder={t('byteLog.any')}
            onChange={({ target }) => change('remote', target.value || undefined)}
          />
        </label>
        <span className="segments">
          {([undefined, 'UP', 'DOWN'] as const).map((direction) => (
            <Segment
              key={direction ?? ''}
              on={filter.direction === direction}
              onClick={() => change('direction', direction)}
            >
              {direction ? byName(`enum.direction.${direction}`) : t('byteLog.both')}
            </Segment>
          ))}
        </span>
        {choice(
          'protocol',
          t('byteLog.protocol'),
          protocols.map((value) => ({ value, label: value })),
        )}
        {choice(
          'state',
          t('byteLog.verdict'),
          LINE_STATES.map((value) => ({ value, label: t(`byteLog.state.${value}`) })),
        )}
        <BytesField filter={filter} change={change} />
      </div>
      <Saved filter={filter} onChange={onChange} />
    </Card>
  )
}
