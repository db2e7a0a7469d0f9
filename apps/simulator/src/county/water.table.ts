import type { Spot } from './smooth.ts'

export const RESERVOIR: readonly Spot[] = [
  [330, 118],
  [346, 98],
  [372, 92],
  [398, 100],
  [424, 104],
  [444, 115],
  [462, 128],
  [457, 148],
  [448, 166],
  [431, 175],
  [420, 190],
  [409, 203],
  [398, 216],
  [386, 207],
  [376, 196],
  [368, 182],
  [352, 178],
  [333, 171],
  [316, 160],
  [317, 137],
]

/** Where the dam closes the valley: the river leaves here. */
export const DAM: Spot = [396, 212]
/** Where the mountain streams come in. */
export const RESERVOIR_TAIL: Spot = [374, 96]

export interface Water {
  name: string
  widthM: number
  line: readonly Spot[]
}

export const RIVERS: readonly Water[] = [
  {
    name: '清河',
    widthM: 430,
    line: [
      [392, 210],
      [382, 248],
      [372, 282],
      [347, 314],
      [330, 350],
      [330, 386],
      [322, 420],
      [340, 460],
      [366, 496],
      [351, 529],
      [352, 566],
      [322, 600],
      [300, 640],
      [300, 684],
      [330, 716],
      [373, 736],
      [404, 772],
      [416, 811],
      [430, 850],
    ],
  },
  {
    name: '柳溪',
    widthM: 130,
    line: [
      [120, 470],
      [163, 476],
      [200, 500],
      [232, 487],
      [262, 470],
      [302, 461],
      [332, 440],
    ],
  },
  {
    name: '石河',
    widthM: 160,
    line: [
      [880, 780],
      [807, 782],
      [740, 752],
      [672, 778],
      [600, 772],
      [552, 750],
      [500, 742],
      [455, 779],
      [402, 770],
    ],
  },
]
