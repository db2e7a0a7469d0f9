import type { Spot } from './smooth.ts'

export interface Channel {
  name: string
  rank: 'MAIN' | 'BRANCH' | 'MINOR'
  widthM: number
  district: string
  line: readonly Spot[]
}

const lateral = (name: string, district: string, ...line: Spot[]): Channel => ({
  name,
  rank: 'MINOR',
  widthM: 3,
  district,
  line,
})

/** Canals begin where they leave another: the network is one. */
export const CANALS: readonly Channel[] = [
  {
    name: '总干渠',
    rank: 'MAIN',
    widthM: 18,
    district: '北山水库',
    line: [
      [420, 186],
      [470, 196],
      [540, 214],
      [600, 228],
      [655, 236],
    ],
  },
  {
    name: '东干渠',
    rank: 'MAIN',
    widthM: 12,
    district: '东灌区',
    line: [
      [655, 236],
      [662, 300],
      [668, 356],
      [664, 410],
      [660, 462],
      [676, 526],
      [692, 590],
      [704, 650],
      [716, 726],
    ],
  },
  {
    name: '南支渠',
    rank: 'BRANCH',
    widthM: 7,
    district: '南洼灌区',
    line: [
      [660, 462],
      [596, 470],
      [520, 478],
      [452, 500],
      [428, 560],
    ],
  },
  {
    name: '西干渠',
    rank: 'BRANCH',
    widthM: 8,
    district: '西灌区',
    line: [
      [344, 176],
      [296, 210],
      [262, 262],
      [226, 320],
      [214, 400],
    ],
  },
  {
    name: '东二支渠',
    rank: 'BRANCH',
    widthM: 7,
    district: '杨桥片',
    line: [
      [655, 236],
      [720, 250],
      [800, 262],
      [880, 286],
      [940, 330],
      [985, 400],
      [1000, 480],
    ],
  },
  {
    name: '三河支渠',
    rank: 'BRANCH',
    widthM: 6,
    district: '三河片',
    line: [
      [214, 400],
      [200, 452],
      [186, 512],
      [178, 572],
      [196, 634],
      [216, 690],
    ],
  },
  lateral('东一斗', '东灌区', [662, 300], [737, 314], [812, 314]),
  lateral('北一斗', '城北片', [662, 300], [602, 298], [542, 314]),
  lateral('东二斗', '东灌区', [668, 356], [763, 370], [858, 370]),
  lateral('北二斗', '城北片', [668, 356], [613, 354], [558, 370]),
  lateral('东三斗', '东灌区', [663, 425], [738, 439], [813, 439]),
  lateral('石一斗', '石庄片', [676, 526], [751, 540], [826, 540]),
  lateral('南一斗', '南洼灌区', [676, 526], [628, 524], [580, 540]),
  lateral('石二斗', '石庄片', [692, 590], [767, 604], [842, 604]),
  lateral('南二斗', '南洼灌区', [692, 590], [637, 588], [582, 604]),
  lateral('石三斗', '石庄片', [704, 650], [759, 664], [814, 664]),
  lateral('南三斗', '南洼灌区', [452, 500], [464, 540], [468, 620]),
  lateral('南四斗', '南洼灌区', [520, 478], [514, 540], [518, 628]),
  lateral('南五斗', '南洼灌区', [570, 473], [564, 540], [568, 636]),
  lateral('北三斗', '城北片', [500, 203], [496, 262], [504, 312]),
  lateral('北四斗', '城北片', [550, 216], [546, 262], [554, 312]),
  lateral('北五斗', '城北片', [600, 228], [596, 262], [604, 290]),
  lateral('西一斗', '西灌区', [262, 262], [220, 290], [160, 310]),
  lateral('西二斗', '西灌区', [226, 320], [260, 350], [284, 370]),
  lateral('西三斗', '西灌区', [222, 350], [180, 370], [150, 396]),
  lateral('三一斗', '三河片', [180, 556], [224, 560], [270, 568]),
  lateral('三二斗', '三河片', [188, 610], [232, 618], [264, 632]),
  lateral('杨一斗', '杨桥片', [940, 330], [990, 350], [1036, 372]),
  lateral('杨二斗', '杨桥片', [985, 400], [940, 430], [914, 460]),
  lateral('杨三斗', '杨桥片', [1000, 480], [992, 530], [950, 566]),
]

/** Drinking water of the county town: pipes from the works by the main canal. */
export const PIPES: readonly Channel[] = [
  {
    name: '城关输水管',
    rank: 'MAIN',
    widthM: 0.8,
    district: '城关供水',
    line: [
      [540, 214],
      [526, 262],
      [528, 318],
    ],
  },
  {
    name: '人民路供水管',
    rank: 'BRANCH',
    widthM: 0.5,
    district: '城关供水',
    line: [
      [528, 318],
      [556, 334],
      [584, 352],
    ],
  },
  {
    name: '西街供水管',
    rank: 'BRANCH',
    widthM: 0.4,
    district: '城关供水',
    line: [
      [528, 318],
      [506, 336],
      [484, 352],
    ],
  },
  {
    name: '南街供水管',
    rank: 'MINOR',
    widthM: 0.3,
    district: '城关供水',
    line: [
      [528, 318],
      [532, 350],
      [540, 378],
    ],
  },
]
