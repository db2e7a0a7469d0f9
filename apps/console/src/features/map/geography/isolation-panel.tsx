import type { Isolation } from '@sluice/contract'
import { useEffect, useMemo } from 'react'
import { useFaces } from '../../../domain/points.ts'
import { useText } from '../../../lib/text/text.ts'
import { Failed } from '../../../parts/fetched/fetched.tsx'
import { Glyph } from '../../../parts/icon/glyphs.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { Reading } from '../../../parts/reading/reading.tsx'
import { WaitBlocks } from '../../../parts/fetched/wait-blocks.tsx'
import { bodyText, BODY_FACES, RING_FACES } from '../markers/body-words.ts'
import { edgesOf } from './burst.rules.ts'
import { useIsolation, useValveStates } from './isolation.ts'
import { Asked } from '../map-marks.tsx'
import { devices, takeTool, useMap } from '../map-state.ts'
import { ringOf } from '../markers/marker-state.ts'

function ValveRow({
  valve,
  at,
  state,
  onShow,
}: {
  valve: Isolation['valves'][number]
  at: number
  state: ReturnType<typeof useValveStates>[string] | undefined
  onShow: (id: string) => void
}) {
  const { t } = useText()
  const device = devices.get(valve.deviceId)
  const faceOf = useFaces(device?.productId)
  const face = device && BODY_FACES[device.body]
  const ring = device && ringOf(device.state)
  return (
    <li>
      <button
        type="button"
        className={ring ? `flat side-item ${ring}` : 'flat side-item'}
        data-testid="isolation-valve"
        data-id={valve.deviceId}
        onClick={() => onShow(valve.deviceId)}
      >
        <b className="isolation-nr num">{at + 1}</b>
        {face && (
          <span className={`side-glyph tone-${face.tone}`}>
            <Glyph name={face.glyph} />
          </span>
        )}
        <span className="side-words">
          <b className="clip">{valve.name}</b>
          <small className="clip">
            {[ring ? t(RING_FACES[ring].text) : null, device ? bodyText(device.body) : null, valve.deviceNo]
              .filter((word) => word !== null)
              .join(' · ')}
          </small>
        </span>
        <span className="num">
          <Reading metric="opening" reading={state?.values['opening']} face={faceOf('opening')} />{' '}
          <Asked deviceId={valve.deviceId} />
        </span>
      </button>
    </li>
  )
}

function Answer({ found, onShow }: { found: Isolation; onShow: (id: string) => void }) {
  const { t } = useText()
  const states = useValveStates(found.valves)
  const version = useMap((state) => state.version)
  void version
  return (
    <div aria-live="polite" data-testid="isolation-answer">
      <h3>{t('map.valvesToClose', { n: found.valves.length })}</h3>
      {found.valves.length === 0 && <p className="side-none">{t('map.noValves')}</p>}
      <ul className="side-items">
        {found.valves.map((valve, at) => (
          <ValveRow key={valve.deviceId} valve={valve} at={at} state={states[valve.deviceId]} onShow={onShow} />
        ))}
      </ul>
      <p className="t2">{t('map.dryEdges', { n: found.edgeIds.length })}</p>
      {found.openEnds.length > 0 && <p className="t2">{t('map.openEnds', { n: found.openEnds.length })}</p>}
    </div>
  )
}

/** 爆管隔离: a point on a canal or a pipe, and the valves that cut it off (issue: map). */
export function IsolationPanel({ onShow }: { onShow: (id: string) => void }) {
  const { t } = useText()
  const land = useMap((state) => state.land)
  const burst = useMap((state) => state.burst)
  const leftOut = useMap((state) => state.leftOut.get(state.burst?.edgeId ?? ''))
  const { data, error, isFetching, refetch } = useIsolation()
  const edges = useMemo(
    () =>
      edgesOf(land)
        .map(({ id, name }) => ({ id, name: name ?? t('map.unnamed') }))
        .sort((a, b) => a.name.localeCompare(b.name, 'zh-CN', { numeric: true })),
    [land, t],
  )
  useEffect(() => {
    const press = (event: KeyboardEvent) => event.key === 'Escape' && takeTool(null)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return (
    <section
      className="map-float geo-panel isolation-panel"
      aria-label={t('map.isolate')}
      data-testid="isolation-panel"
    >
      <header className="side-tabs">
        <b className="grow">{t('map.isolate')}</b>
        <button type="button" className="icon-button" aria-label={t('action.close')} onClick={() => takeTool(null)}>
          <Icon name="cross" />
        </button>
      </header>
      <p className="t3">{t('map.isolateHint')}</p>
      <label className="isolation-edge">
        {t('map.edge')}
        <select
          className="map-select"
          value={burst?.edgeId ?? ''}
          data-testid="isolation-edge"
          onChange={({ target }) =>
            useMap.setState({ burst: target.value ? { edgeId: target.value, place: null } : null })
          }
        >
          <option value="">{t('map.edgeNone')}</option>
          {edges.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {leftOut !== undefined && <p className="t3">{t('map.flowLeftOut', { n: leftOut })}</p>}
      {burst && isFetching && !data && <WaitBlocks rows={2} />}
      {burst && error && <Failed error={error} onRetry={() => void refetch()} />}
      {burst && data && !error && <Answer found={data} onShow={onShow} />}
    </section>
  )
}
