import { GEO_RANKS, type GeoKind, type GeoRank } from '@sluice/contract'
import { Input } from 'antd'
import { useEffect } from 'react'
import { usePermission } from '../../../lib/access/access.tsx'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { DepartmentSelect } from '../../../parts/form/department-select.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { DraftOverlay } from './draft-overlay.tsx'
import { type DraftShape, isComplete, kindsFor } from './draft.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { useMap } from '../map-state.ts'
import { Drawing } from '../side/tool-icons.tsx'
import { type GeoForm, useGeoEdit } from './use-geo-edit.ts'
import { Select } from '../../../parts/control/select.tsx'

const SHAPES = [
  { shape: 'LineString', icon: 'line', text: 'map.drawLine' },
  { shape: 'Polygon', icon: 'shape', text: 'map.drawArea' },
  { shape: 'Point', icon: 'point', text: 'map.drawPoint' },
] as const

interface FormProps {
  form: GeoForm
  kinds: readonly GeoKind[]
  onChange: (change: Partial<GeoForm>) => void
}

function FeatureForm({ form, kinds, onChange }: FormProps) {
  const { t, byName } = useText()
  const isLine = ['WATER', 'CANAL', 'PIPE', 'ROAD'].includes(form.kind)
  return (
    <div className="stack import-form">
      <label>
        {t('geoFeature.name')}
        <Input
          maxLength={60}
          value={form.name}
          data-testid="geo-name"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </label>
      <label>
        {t('geoFeature.kind')}
        <Select<GeoKind>
          value={form.kind}
          aria-label={t('geoFeature.kind')}
          options={kinds.map((kind) => ({ value: kind, label: byName(`enum.geoKind.${kind}`) }))}
          onChange={(kind) => onChange({ kind })}
        />
      </label>
      <label>
        {t('geoFeature.rank')}
        <Select<GeoRank>
          value={form.rank}
          aria-label={t('geoFeature.rank')}
          options={GEO_RANKS.map((rank) => ({ value: rank, label: byName(`enum.geoRank.${rank}`) }))}
          onChange={(rank) => onChange({ rank })}
        />
      </label>
      {isLine && (
        <label>
          {t('geoFeature.widthM')} (m)
          <Input
            inputMode="decimal"
            value={form.widthM}
            onChange={(event) => onChange({ widthM: event.target.value.replace(/[^\d.]/g, '') })}
          />
        </label>
      )}
      <label>
        {t('geoFeature.deptId')}
        <DepartmentSelect
          value={form.deptId}
          onChange={(value) => onChange({ deptId: typeof value === 'string' ? value : '' })}
          aria-label={t('geoFeature.deptId')}
        />
      </label>
    </div>
  )
}

function Shapes({ onStart }: { onStart: (shape: DraftShape) => void }) {
  const { t } = useText()
  return (
    <>
      <p className="t3">{t('map.editHint')}</p>
      <div className="row wrap geo-shapes">
        {SHAPES.map(({ shape, icon, text }) => (
          <Button key={shape} data-testid={`draw-${shape}`} onClick={() => onStart(shape)}>
            <Drawing name={icon} />
            {t(text)}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Draws and changes the operator's geography, in place of the filters while it is open. */
export default function GeoEditor({ port }: { port: MapPort }) {
  const { t } = useText()
  const edit = useGeoEdit(port)
  const mayDelete = usePermission(['geo:del'])
  const { edited, step } = edit
  const draft = edited?.draft ?? null
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || !draft) return
      if (event.key === 'Enter') step({ do: 'end' })
      if (!event.ctrlKey && !event.metaKey) return
      const key = event.key.toLowerCase()
      if (key === 'y' || (key === 'z' && event.shiftKey)) step({ do: 'redo' })
      else if (key === 'z') step({ do: 'undo' })
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [draft, step])
  const kinds = edited ? (edited.feature && !draft ? [edited.feature.kind] : kindsFor(draft?.shape ?? 'Point')) : []
  return (
    <>
      {draft && <DraftOverlay port={port} draft={draft} onStep={step} />}
      <section className="map-float geo-panel" aria-label={t('map.edit')} data-testid="geo-editor">
        <header className="side-tabs">
          <b className="grow">{edited?.feature ? edited.form.name || t('map.unnamed') : t('map.edit')}</b>
          <button
            type="button"
            className="icon-button"
            aria-label={t('action.close')}
            onClick={() => useMap.setState({ editing: false })}
          >
            <Icon name="cross" />
          </button>
        </header>
        {!edited && <Shapes onStart={edit.start} />}
        {edited && (
          <>
            {!draft && <p className="t3">{t('map.wholeOnly')}</p>}
            {draft && (
              <div className="row wrap geo-shapes">
                <Button
                  className="small"
                  data-testid="draft-undo"
                  disabled={draft.past.length === 0}
                  onClick={() => step({ do: 'undo' })}
                >
                  <Drawing name="undo" size={16} />
                  {t('map.undo')}
                </Button>
                <Button
                  className="small"
                  data-testid="draft-redo"
                  disabled={draft.future.length === 0}
                  onClick={() => step({ do: 'redo' })}
                >
                  <Drawing name="redo" size={16} />
                  {t('map.redo')}
                </Button>
                {draft.growing && (
                  <Button
                    className="small"
                    disabled={!isComplete(draft)}
                    data-testid="draft-end"
                    onClick={() => step({ do: 'end' })}
                  >
                    {t('map.drawEnd')}
                  </Button>
                )}
                {edited.feature && mayDelete && (
                  <Button kind="danger" className="small" onClick={() => void edit.remove()}>
                    <Drawing name="bin" size={16} />
                    {t('action.delete')}
                  </Button>
                )}
              </div>
            )}
            <FeatureForm form={edited.form} kinds={kinds} onChange={edit.change} />
            <div className="form-footer">
              <Button onClick={edit.leave}>{t('action.cancel')}</Button>
              <Button
                kind="theme"
                data-testid="geo-save"
                disabled={edit.busy || edited.form.deptId === '' || (draft !== null && !isComplete(draft))}
                onClick={edit.save}
              >
                {t('action.confirm')}
              </Button>
            </div>
          </>
        )}
      </section>
    </>
  )
}
