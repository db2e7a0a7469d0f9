import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { init } from './echarts.ts'

interface ChartProps {
  option: EChartsCoreOption
  height: number
  /** The accessible description of the chart. */
  label: string
  /** A click on a point: which of its series it is. */
  onPoint?: ((at: number) => void) | undefined
}

/**
 * Hosts one echarts drawing: follows the size of its box and is disposed with it. A default export, so that it loads
 * lazily.
 */
export default function Chart({ option, height, label, onPoint }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)

  useEffect(() => {
    const made = init(box.current!, null, { renderer: 'canvas' })
    chart.current = made
    const watcher = new ResizeObserver(() => made.resize())
    watcher.observe(box.current!)
    return () => {
      watcher.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option])
  useEffect(() => chart.current?.resize(), [height])
  useEffect(() => {
    const made = chart.current
    if (!made || !onPoint) return
    const hear = ({ dataIndex }: { dataIndex?: number }) => void (dataIndex !== undefined && onPoint(dataIndex))
    made.on('click', hear)
    return () => void (made.isDisposed() || made.off('click', hear))
  }, [onPoint])

  return <div ref={box} className="chart" style={{ height }} role="img" aria-label={label} />
}
