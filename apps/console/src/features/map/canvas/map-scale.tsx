import { useEffect, useState } from 'react'
import type { MapPort } from './map-port.ts'

const WANTED_PX = 90

/** The longest round distance that is not wider than the limit. */
function roundScale(metresPerPx: number): { metres: number; px: number } {
  const wanted = metresPerPx * WANTED_PX
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = [5, 2, 1].find((one) => one * power <= wanted) ?? 1
  return { metres: step * power, px: (step * power) / metresPerPx }
}

function scaleText(metres: number): string {
  return metres >= 1000 ? `${metres / 1000} km` : `${metres} m`
}

const EQUATOR_M = 40_075_017

export function MapScale({ port }: { port: MapPort }) {
  const [scale, setScale] = useState({ metres: 0, px: 0 })
  useEffect(() => {
    const measure = () => {
      const { lat, zoom } = port.camera()
      setScale(roundScale((EQUATOR_M * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom)))
    }
    measure()
    return port.on('move', measure)
  }, [port])
  return (
    <div className="map-scale num" style={{ width: scale.px }} aria-hidden="true">
      {scaleText(scale.metres)}
    </div>
  )
}
