import { useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Caret } from '../../icon/caret.tsx'

export interface Fold {
  /** There are more fields than fit. */
  foldable: boolean
  isFolded: boolean
  toggle: () => void
}

/**
 * Folds the fields that do not fit, unless one of them has a value: a list opened by a link shows why it is filtered.
 */
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
      <Caret kind="fold" open={!isFolded} />
    </button>
  )
}
