import type { Resource } from '@sluice/contract'
import { usePhone } from '../../lib/page/width.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { Button } from '../button/button.tsx'

/** A list with this many rows or fewer says what can be done next. */
const FEW_ROWS = 3

interface ListNextProps {
  resource: Resource
  total: number | undefined
  isNarrowed: boolean
  onAdd: (() => void) | null
  onImport: (() => void) | null
}

/** Below few rows, in place of a void: what the list is for, and the next thing to do. */
export function ListNext({ resource, total, isNarrowed, onAdd, onImport }: ListNextProps) {
  const { t } = useText()
  // A phone has the button to add where the thumb is.
  const add = usePhone() ? null : onAdd
  const hint = byName(`next.${resource.name}`, '')
  if (!total || total > FEW_ROWS || isNarrowed || (!add && !onImport && hint === '')) return null
  return (
    <div className="list-next" data-testid="list-next">
      {hint && <p>{hint}</p>}
      {(add || onImport) && (
        <div className="row wrap">
          {add && (
            <Button icon="plus" onClick={add}>
              {t('form.addTitle', { name: byName(`one.${resource.name}`) })}
            </Button>
          )}
          {onImport && (
            <Button icon="upload" onClick={onImport}>
              {t('next.import')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
