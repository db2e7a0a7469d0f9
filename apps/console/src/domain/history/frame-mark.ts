/** A series without values that draws these marks over one frame: lines that belong to no curve. */
export const frameMark = (frame: number, data: readonly object[]): object => ({
  type: 'line',
  xAxisIndex: frame,
  yAxisIndex: frame,
  data: [],
  silent: true,
  tooltip: { show: false },
  animation: false,
  markLine: { silent: true, symbol: 'none', animation: false, data },
})
