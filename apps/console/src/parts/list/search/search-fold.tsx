import { useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Icon } from '../../icon/icons.tsx'

export interface Fold {
  /** There is more than has room. */
  foldable: boolean
  isFolded: boolean
  toggle: () => void
}

/** Fields beyond the room fold away, unless one of them narrows the list: what was opened by a link shows why. */
export function useFold(foldable: boolean, inUse: boolean): Fold {
  const [folded, setFolded] = useState<boolean | null>(null)
  const isFolded = foldable && (folded ?? !inUse)
  return { foldable, isFolded, toggle: () => setFolded(!isFolded) }
}

export function FoldButton({ foldable, isFolded, toggle }: Fold) {
  const { t } = useText()
  if (!foldable) return null
  return (
    <button type="button" className="link search-fold" aria-expanded={!isFolded} onClick={toggle}>
      {t(isFolded ? 'search.unfold' : 'search.fold')}
      <Icon name={isFolded ? 'down' : 'up'} size={14} />
    </button>
  )
}
