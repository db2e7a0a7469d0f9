import type { Spot } from './smooth.ts'

export interface Road {
  name: string
  rank: 'MAIN' | 'BRANCH' | 'MINOR'
  line: readonly Spot[]
}

export const ROADS: readonly Road[] = [
  {
    name: '清柳公路',
    rank: 'MAIN',
    line: [
      [180, 20],
      [239, 136],
      [300, 250],
      [384, 286],
      [470, 318],
      [501, 328],
      [530, 340],
      [643, 306],
      [760, 290],
      [859, 266],
      [960, 250],
      [1035, 241],
      [1110, 240],
    ],
  },
  {
    name: '清白公路',
    rank: 'MAIN',
    line: [
      [530, 340],
      [543, 406],
      [560, 470],
      [557, 535],
      [556, 600],
      [579, 680],
      [600, 760],
      [606, 800],
    ],
  },
  {
    name: '清三公路',
    rank: 'BRANCH',
    line: [
      [530, 340],
      [489, 394],
      [440, 440],
      [373, 477],
      [310, 520],
      [247, 546],
      [180, 560],
      [110, 562],
    ],
  },
  {
    name: '白石公路',
    rank: 'BRANCH',
    line: [
      [556, 600],
      [629, 585],
      [700, 560],
      [742, 603],
      [780, 650],
      [872, 670],
      [960, 700],
    ],
  },
  {
    name: '柳石公路',
    rank: 'BRANCH',
    line: [
      [760, 290],
      [777, 354],
      [790, 420],
      [781, 480],
      [770, 540],
      [776, 595],
      [780, 650],
    ],
  },
]

export interface Town {
  name: string
  rank: 'MAIN' | 'BRANCH'
  at: Spot
  /** Blocks of houses. */
  blocks: number
  reach: number
}

export const TOWNS: readonly Town[] = [
  { name: '城关镇', rank: 'MAIN', at: [536, 340], blocks: 46, reach: 58 },
  { name: '柳林镇', rank: 'BRANCH', at: [768, 290], blocks: 16, reach: 32 },
  { name: '白马乡', rank: 'BRANCH', at: [560, 606], blocks: 14, reach: 28 },
  { name: '石庄镇', rank: 'BRANCH', at: [780, 650], blocks: 14, reach: 28 },
  { name: '三河口镇', rank: 'BRANCH', at: [312, 522], blocks: 13, reach: 28 },
  { name: '杨桥乡', rank: 'BRANCH', at: [966, 262], blocks: 10, reach: 24 },
  { name: '西庄乡', rank: 'BRANCH', at: [194, 552], blocks: 9, reach: 22 },
]
