import { formatNumber } from '../../lib/text/reading-format.ts'

const KIB = 1024

/** The bytes of a file as people say them: `860 B`, `412.5 KiB`, `3.2 MiB`. */
export function FirmwareSize({ bytes }: { bytes: number }) {
  const [value, unit] =
    bytes < KIB ? [bytes, 'B'] : bytes < KIB * KIB ? [bytes / KIB, 'KiB'] : [bytes / KIB / KIB, 'MiB']
  return (
    <span className="num">
      {formatNumber(value, unit === 'B' ? 0 : 1)} <span className="unit">{unit}</span>
    </span>
  )
}
