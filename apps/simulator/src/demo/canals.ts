/** WGS-84 degrees. */
export interface Place {
  lng: number
  lat: number
}

export interface Canal {
  name: string
  /** Name of the department that looks after it. */
  department: string
  line: readonly (readonly [lng: number, lat: number])[]
}

/** The irrigation district of the invented county 清河县, below the reservoir 北山水库. */
export const CANALS: readonly Canal[] = [
  {
    name: '东干渠',
    department: '东灌区管理站',
    line: [
      [116.42, 37.12],
      [116.47, 37.108],
      [116.53, 37.112],
      [116.585, 37.09],
      [116.64, 37.074],
      [116.685, 37.05],
    ],
  },
  {
    name: '南干渠',
    department: '南洼管理站',
    line: [
      [116.42, 37.12],
      [116.413, 37.07],
      [116.43, 37.02],
      [116.452, 36.975],
      [116.448, 36.92],
    ],
  },
  {
    name: '城北支渠',
    department: '城北管理站',
    line: [
      [116.42, 37.12],
      [116.375, 37.138],
      [116.33, 37.145],
      [116.285, 37.163],
      [116.235, 37.158],
    ],
  },
  {
    name: '东二支渠',
    department: '东灌区管理站',
    line: [
      [116.53, 37.112],
      [116.548, 37.15],
      [116.59, 37.182],
      [116.61, 37.23],
    ],
  },
  {
    name: '南三支渠',
    department: '南洼管理站',
    line: [
      [116.43, 37.02],
      [116.49, 37.005],
      [116.545, 36.985],
      [116.6, 36.972],
    ],
  },
]

/** The river from south-west to north-east. */
export const RIVER: Canal = {
  name: '清河',
  department: '清河县灌区管理处',
  line: [
    [116.215, 36.935],
    [116.3, 36.985],
    [116.375, 37.035],
    [116.47, 37.055],
    [116.56, 37.048],
    [116.645, 37.125],
    [116.69, 37.2],
  ],
}

export const RESERVOIR: Place = { lng: 116.318, lat: 37.262 }

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** The place at a share 0..1 of the way along a line, `aside` degrees to its left. */
export function placeAlong({ line }: Canal, share: number, aside = 0): Place {
  const lengths = line.slice(1).map(([lng, lat], n) => Math.hypot(lng - line[n]![0], lat - line[n]![1]))
  let left = share * lengths.reduce((sum, length) => sum + length, 0)
  for (const [n, length] of lengths.entries()) {
    const from = line[n]!
    const to = line[n + 1]!
    if (left > length && n < lengths.length - 1) {
      left -= length
      continue
    }
    const [east, north] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
    return { lng: round(from[0] + east * left - north * aside), lat: round(from[1] + north * left + east * aside) }
  }
  return { lng: line[0]![0], lat: line[0]![1] }
}
