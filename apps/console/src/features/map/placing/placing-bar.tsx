import type { LngLat } from '@sluice/contract'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { shiftFor } from '../canvas/coordinate-shift.ts'
import type { MapPort } from '../canvas/map-port.ts'
import { takeTool, useMap } from '../map-state.ts'
import type { MapDevice } from '../markers/device-store.ts'
import { Crosshair } from '../position/crosshair.tsx'
import { positionAt, steer } from '../position/position-view.ts'
import { usePlaced, usePutting } from './use-placing.ts'

/** Keys move the map wherever the focus is, but not in a field. */
function useKeys(port: MapPort): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape') takeTool(null)
      else if (!steer(port, event.key, event.shiftKey)) return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [port])
}

function Bar({ port, device }: { port: MapPort; device: MapDevice }) {
  const { t } = useText()
  const tiles = useMap((state) => state.tiles)
  const { busy, put } = usePutting()
  const here = useRef<HTMLButtonElement>(null)
  const putAt = useRef((_position: LngLat) => {})
  useLayoutEffect(() => {
    putAt.current = (position) => {
      if (!busy) void put(device, position)
    }
  })
  useKeys(port)
  // By keyboard: arrow keys, then Enter.
  useEffect(() => here.current?.focus({ preventScroll: true }), [device.id])
  useEffect(() => {
    port.element.classList.add('placing')
    const stop = port.on('click', (at) => putAt.current(positionAt(shiftFor(tiles), port.unproject(at))))
    return () => {
      stop()
      port.element.classList.remove('placing')
    }
  }, [port, tiles])
  return (
    <>
      <div className="placing-cross">
        <Crosshair asked />
      </div>
      <div
        className="map-float map-bar placing-bar"
        role="group"
        aria-label={t('placing.title', { name: device.name })}
        data-testid="map-placing"
        data-id={device.id}
      >
        <span className="placing-words" role="status">
          <b className="clip">{t('placing.title', { name: device.name })}</b>
          <small className="t2">{t('placing.how')}</small>
        </span>
        <Button
          ref={here}
          kind="theme"
          busy={busy}
          data-testid="placing-here"
          onClick={() => putAt.current(positionAt(shiftFor(tiles), port.camera()))}
        >
          {t('placing.here')}
        </Button>
        <Button data-testid="placing-leave" onClick={() => takeTool(null)}>
          {t('action.cancel')}
        </Button>
      </div>
    </>
  )
}

/** Gives a device its place on the map: one press, or the cross and Enter. */
export function PlacingBar({ port }: { port: MapPort }) {
  const device = usePlaced()
  return device && <Bar key={device.id} port={port} device={device} />
}
