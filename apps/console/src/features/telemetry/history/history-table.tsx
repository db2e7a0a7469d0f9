import {
  type history,
  historyGaps,
  type HistoryPoint,
  type MissingSpan,
  missingSpans,
  type OutputOf,
  type ProductPoint,
} from '@sluice/contract'
import { Table } from 'antd'
import { useMemo, useState } from 'react'
import { showTime } from '../../../lib/time/clock.ts'
import { metricLabel } from '../../../domain/metric/metric-label.ts'
import { gapWords } from '../../../domain/series/gap-words.ts'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Pager } from '../../../parts/list/pager.tsx'
import { valueText } from '../../../parts/reading/reading.tsx'
import { pointNote } from '../../../domain/history/point-note.ts'

const PAGE_ROWS = 50

/** The values of one time, or the time in which some miss. */
interface Line {
  key: string
  at: number
  cells: Record<string, HistoryPoint>
  span?: MissingSpan
}

/** One line per time, newest first, the metrics beside each other, and a line for each gap. */
function linesOf(points: readonly ProductPoint[], answer: OutputOf<typeof history>): Line[] {
  const byTime = new Map<string, Line>()
  for (const { key } of points) {
    for (const point of answer.series[key] ?? []) {
      const line = byTime.get(point.t) ?? { key: point.t, at: Date.parse(point.t), cells: {} }
      line.cells[key] = point
      byTime.set(point.t, line)
    }
  }
  const spans = missingSpans(points.map(({ key }) => [key, historyGaps(answer.series[key] ?? [], answer)]))
  const gaps = spans.map((span): Line => ({ key: `${span.from} ${span.to}`, at: span.from, cells: {}, span }))
  return [...byTime.values(), ...gaps].sort((a, b) => b.at - a.at)
}

function spread(point: HistoryPoint, face: { decimals?: number | undefined }): string | undefined {
  if (point.min === undefined || point.max === undefined) return undefined
  return `${formatNumber(point.min, face.decimals)} – ${formatNumber(point.max, face.decimals)}`
}

/** The note of a value that is not simply good. */
function worth({ q }: HistoryPoint): string | undefined {
  return q === undefined ? undefined : byName(`enum.quality.${q}`, q)
}

export function HistoryTable({
  points,
  answer,
}: {
  points: readonly ProductPoint[]
  answer: OutputOf<typeof history>
}) {
  const { t } = useText()
  const lines = useMemo(() => linesOf(points, answer), [points, answer])
  const [{ page: asked, limit }, setPlace] = useState({ page: 1, limit: PAGE_ROWS })
  // Another range may have fewer pages than the one that was read.
  const page = Math.min(asked, Math.max(1, Math.ceil(lines.length / limit)))
  return (
    <div className="list">
      <Table<Line>
        rowKey="key"
        rowClassName={({ span }) => (span ? 'history-gap' : '')}
        dataSource={lines.slice((page - 1) * limit, page * limit)}
        scroll={{ x: 'max-content' }}
        pagination={false}
        columns={[
          {
            key: 't',
            title: t('history.time'),
            render: (_value, { key, span }) => (
              <span className="num">{span ? `${showTime(span.from)} – ${showTime(span.to)}` : showTime(key)}</span>
            ),
          },
          ...points.map((point) => {
            return {
              key: point.key,
              align: 'right' as const,
              title: (
                <>
                  {metricLabel(point.key, point)}
                  <span className="unit">{point.unit}</span>
                </>
              ),
              render: (_value: unknown, line: Line) => {
                const cell = line.cells[point.key]
                if (line.span) return line.span.keys.includes(point.key) ? gapWords(line.span) : null
                if (!cell) return MISSING
                const note = pointNote(cell)
                return (
                  <>
                    <span
                      className={cell.q === 'BAD' ? 'num reading bad' : 'num'}
                      title={spread(cell, point) ?? worth(cell)}
                    >
                      {valueText(point.key, cell.v, point)}
                    </span>
                    {note && <div className="history-note">{note}</div>}
                  </>
                )
              },
            }
          }),
        ]}
      />
      {lines.length > PAGE_ROWS && (
        <Pager
          page={page}
          limit={limit}
          total={lines.length}
          onChange={(next, size) => setPlace({ page: next, limit: size })}
        />
      )}
    </div>
  )
}
