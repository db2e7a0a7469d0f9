import { operationLogResource } from '@sluice/contract'
import { useState } from 'react'
import { useRowsChanged } from '../../lib/api/fresh-rows.ts'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { useText } from '../../lib/text/text.ts'
import type { QueryOf } from '../../parts/list/list-query.ts'

/** More new lines than this are not counted. */
const MOST = 100

interface NewLinesProps {
  query: QueryOf<typeof operationLogResource>
  /** The newest line that is shown. */
  first: string | undefined
  onLoad: () => void
}

/** How many lines this search finds before the first that is shown. */
async function newerThan(first: string | undefined, { filters }: NewLinesProps['query']): Promise<number> {
  const { list } = await pageOf(operationLogResource, { ...filters, page: 1, limit: MOST }, { silent: true })
  const at = list.findIndex(({ id }) => id === first)
  return at < 0 ? list.length : at
}

/** Whether the top of the list is where new lines come. */
function isOpenEnded({ page, filters }: NewLinesProps['query']): boolean {
  const { order, endTime } = filters as Readonly<Record<string, string | undefined>>
  return page === 1 && order !== 'asc' && endTime === undefined
}

function Bar({ query, first, onLoad }: NewLinesProps) {
  const { t } = useText()
  const [n, setN] = useState(0)
  useRowsChanged(isOpenEnded(query) ? operationLogResource.name : null, () => {
    // A count that fails is made again with the next line.
    newerThan(first, query).then(setN, () => {})
  })
  return (
    <div role="status">
      {n > 0 && (
        <button type="button" className="log-new" onClick={onLoad}>
          {t(n < MOST ? 'log.newLines' : 'log.newMany', { n })}
        </button>
      )}
    </div>
  )
}

/** New lines do not push the others away: a bar above them says how many there are, and loads them. */
export function NewLines(props: NewLinesProps) {
  return <Bar key={`${props.first} ${JSON.stringify(props.query)}`} {...props} />
}
