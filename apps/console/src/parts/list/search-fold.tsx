import { useState } from 'react'
import { useText } from '../../lib/text.ts'
import { Icon } from '../icons.tsx'

export interface Fold {
  /** There is more than has room. */
  foldable: boolean
  isFolded: boolean
  turn: () => void
}

/** Fields beyond the room fold away, unless one of them narrows the list: what was opened by a link shows why. */
export function useFold(foldable: boolean, inUse: boolean): Fold {
  const [folded, setFolded] = useState<boolean | null>(null)
  const isFolded = foldable && (folded ?? !inUse)
  return { foldable, isFolded, turn: () => setFolded(!isFolded) }
}

export function FoldButton({ foldable, isFolded, turn }: Fold) {
  const { t } = useText()
  if (!foldable) return null
  return (
    <button type="button" className="link search-fold" aria-expanded={!isFolded} onClick={turn}>
      {t(isFolded ? 'search.unfold' : 'search.fold')}
      <Icon name={isFolded ? 'down' : 'up'} size={14} />
    </button>
  )
}
