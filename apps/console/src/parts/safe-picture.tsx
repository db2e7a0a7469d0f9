import { type ReactNode, useState } from 'react'
import { addressOf } from '../lib/api/service-bases.ts'

/** SB-8: an image whose address is broken or refused is replaced by a built-in one. */
export function SafePicture({
  address,
  className,
  fallback,
}: {
  address: string | null
  className: string
  fallback: ReactNode
}) {
  const [broken, setBroken] = useState<string | null>(null)
  if (!address || broken === address) return fallback
  return <img className={className} src={addressOf(address)} alt="" onError={() => setBroken(address)} />
}
