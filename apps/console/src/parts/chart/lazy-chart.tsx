import { lazy, Suspense } from 'react'
import type { EChartsCoreOption } from 'echarts/core'
import { WaitBlocks } from '../fetched/wait-blocks.tsx'

const Chart = lazy(() => import('./chart.tsx'))

/** Loads echarts with the first chart that is shown, in whose room it waits. */
export function LazyChart(props: {
  option: EChartsCoreOption
  height: number
  label: string
  onPoint?: (at: number) => void
}) {
  return (
    <Suspense
      fallback={
        <div style={{ height: props.height }}>
          <WaitBlocks rows={4} />
        </div>
      }
    >
      <Chart {...props} />
    </Suspense>
  )
}
