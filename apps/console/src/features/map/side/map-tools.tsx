import { useRef, useState } from 'react'
import { Permission } from '../../../lib/access/access.tsx'
import { useText } from '../../../lib/text/text.ts'
import { Icon } from '../../../parts/icon/icons.tsx'
import type { TextKey } from '../../../texts/zh-CN.ts'
import type { GeoKind, TileSource } from '@sluice/contract'
import { GEO_KINDS, NETWORK_KINDS } from '@sluice/contract'
import type { MapPort } from '../canvas/map-port.ts'
import { ColourMenu } from '../colour/colour-menu.tsx'
import { takeTool, toggled, useMap } from '../map-state.ts'
import { openingMoment, showMoment } from '../past/use-past.ts'
import { Drawing } from './tool-icons.tsx'
import { CheckBox } from '../../../parts/control/check-box.tsx'

interface LayerMenuProps {
  sources: readonly TileSource[]
  onImport: () => void
  onClose: () => void
}

/** The layers of the map, its base, and the actions that change the geography. */
function LayerMenu({ sources, onImport, onClose }: LayerMenuProps) {
  const { t, byName } = useText()
  const land = useMap((state) => state.land)
  const around = useMap((state) => state.around)
  const aroundShown = useMap((state) => state.aroundShown)
  const hidden = useMap((state) => state.hiddenKinds)
  const tiles = useMap((state) => state.tiles)
  const present = GEO_KINDS.filter((kind) => [...land, ...around].some((feature) => feature.kind === kind))
  const base = (source: TileSource | null, label: string) => (
    <label key={label} className="layer-line">
      <input
        type="radio"
        name="map-base"
        checked={tiles === source}
        onChange={() => useMap.setState({ tiles: source })}
      />
      {label}
    </label>
  )
  const kind = (one: GeoKind) => (
    <CheckBox
      key={one}
      className="layer-line"
      checked={!hidden.has(one)}
      onChange={() => useMap.setState({ hiddenKinds: toggled(hidden, one) })}
    >
      {byName(`enum.geoKind.${one}`)}
    </CheckBox>
  )
  return (
    <div className="map-float layer-menu" role="dialog" aria-label={t('map.layers')}>
      {present.length > 0 && (
        <fieldset>
          <legend>{t('map.layers')}</legend>
          {present.map(kind)}
          {around.length > 0 && (
            <CheckBox
              className="layer-line"
              checked={aroundShown}
              data-testid="map-around"
              onChange={(shown) => useMap.setState({ aroundShown: shown })}
            >
              {t('map.around')}
            </CheckBox>
          )}
        </fieldset>
      )}
      {sources.length > 0 && (
        <fieldset>
          <legend>{t('map.base')}</legend>
          {base(null, t('map.ownBase'))}
          {sources.map((source) => base(source, source.name))}
        </fieldset>
      )}
      {present.length === 0 && <p className="side-none">{t('map.noLand')}</p>}
      <Permission roles={['geo:import']}>
        <button type="button" className="link" data-testid="map-import" onClick={onImport}>
          {t('map.import')}
        </button>
      </Permission>
      <Permission roles={['geo:add', 'geo:edit']}>
        <button
          type="button"
          className="link"
          data-testid="map-edit"
          onClick={() => {
            onClose()
            takeTool(null)
            useMap.setState({ editing: true, selectedId: null })
          }}
        >
          {t('map.edit')}
        </button>
      </Permission>
    </div>
  )
}

interface MapToolsProps {
  port: MapPort
  sources: readonly TileSource[]
  short: boolean
  onHome: () => void
  onImport: () => void
}

export function MapTools({ port, sources, short, onHome, onImport }: MapToolsProps) {
  const { t } = useText()
  const [open, setOpen] = useState<'layers' | 'colour' | null>(null)
  const flip = (menu: 'layers' | 'colour') => setOpen(open === menu ? null : menu)
  const by = useMap((state) => state.colourBy)
  const colourTool = useRef<HTMLButtonElement>(null)
  const active = useMap((state) => state.tool)
  const isPast = useMap((state) => state.past !== null)
  const hasNetwork = useMap((state) => state.land.some(({ kind }) => NETWORK_KINDS.includes(kind)))
  const tool = (label: TextKey, drawing: React.ReactNode, onClick: () => void, extra = {}) => (
    <button type="button" className="flat map-tool" aria-label={t(label)} title={t(label)} onClick={onClick} {...extra}>
      {drawing}
    </button>
  )
  return (
    <>
      <div className="map-float map-tools" role="toolbar" aria-label={t('map.tools')}>
        {!short && tool('map.zoomIn', <Icon name="plus" />, () => port.zoomBy(1))}
        {!short && tool('map.zoomOut', <Drawing name="minus" />, () => port.zoomBy(-1))}
        {tool('map.home', <Drawing name="home" />, onHome, { 'data-testid': 'map-home' })}
        {!isPast &&
          tool('map.lasso', <Drawing name="lasso" />, () => takeTool(active === 'lasso' ? null : 'lasso'), {
            'aria-pressed': active === 'lasso',
            'data-testid': 'map-lasso',
          })}
        {hasNetwork &&
          !isPast &&
          tool('map.isolate', <Drawing name="burst" />, () => takeTool(active === 'isolate' ? null : 'isolate'), {
            'aria-pressed': active === 'isolate',
            'data-testid': 'map-isolate',
          })}
        {tool('past.open', <Icon name="history" />, () => showMoment(isPast ? null : openingMoment()), {
          'aria-pressed': isPast,
          'data-testid': 'map-past',
        })}
        {tool('map.layers', <Drawing name="layers" />, () => flip('layers'), {
          'aria-expanded': open === 'layers',
          'data-testid': 'map-layers',
        })}
        {tool('colour.title', <Drawing name="colour" />, () => flip('colour'), {
          ref: colourTool,
          'aria-expanded': open === 'colour',
          'data-testid': 'map-colour',
          ...(by === 'state'
            ? {}
            : { className: 'flat map-tool on', 'aria-label': t('colour.chosen', { what: t(`colour.${by}`) }) }),
        })}
        {!short && (
          // A named window, so that a second press shows the wall that is already open.
          <a
            className="flat map-tool"
            href="/wall"
            target="sluice-wall"
            aria-label={t('wall.open')}
            title={t('wall.open')}
          >
            <Drawing name="wall" />
          </a>
        )}
      </div>
      {open === 'colour' && (
        <ColourMenu
          short={short}
          onClose={() => {
            setOpen(null)
            colourTool.current?.focus()
          }}
        />
      )}
      {open === 'layers' && (
        <LayerMenu
          sources={sources}
          onClose={() => setOpen(null)}
          onImport={() => {
            setOpen(null)
            onImport()
          }}
        />
      )}
    </>
  )
}
