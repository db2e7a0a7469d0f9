import { lazy, Suspense } from 'react'
import type { EChartsCoreOption } from 'echarts/core'
import { WaitBlocks } from '../wait-blocks.tsx'

const Chart = lazy(() => import('./chart.tsx'))

/** echarts comes with the first chart that is looked at. */
export function LazyChart(props: { option: EChartsCoreOption; height: number; label: string }) {
  return (
    <Suspense fallback={<WaitBlocks rows={4} />}>
      <Chart {...props} />
    </Suspense>
  )
}
