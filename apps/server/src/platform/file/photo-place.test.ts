import { describe, expect, test } from 'vitest'
import { placeIn } from './photo-place.ts'

interface Gps {
  lat: readonly number[]
  latRef: string
  lng: readonly number[]
  lngRef: string
}

/** A JPEG of nothing but what a camera writes about its place; fractions by 100. */
function jpeg({ lat, latRef, lng, lngRef }: Gps, little = true, by = 100): Uint8Array {
  const tiff = new DataView(new ArrayBuffer(140))
  const word = (at: number, value: number) => tiff.setUint16(at, value, little)
  const long = (at: number, value: number) => tiff.setUint32(at, value, little)
  tiff.setUint16(0, little ? 0x4949 : 0x4d4d)
  word(2, 42)
  long(4, 8)
  word(8, 1)
  const entry = (at: number, tag: number, type: number, count: number) => {
    word(at, tag)
    word(at + 2, type)
    long(at + 4, count)
  }
  entry(10, 0x8825, 4, 1)
  long(18, 26)
  word(26, 4)
  for (const [n, [tag, value]] of [
    [1, latRef] as const,
    [2, 80] as const,
    [3, lngRef] as const,
    [4, 104] as const,
  ].entries()) {
    const at = 28 + n * 12
    entry(at, tag, typeof value === 'string' ? 2 : 5, typeof value === 'string' ? 2 : 3)
    if (typeof value === 'string') tiff.setUint8(at + 8, value.charCodeAt(0))
    else long(at + 8, value)
  }
  for (const [at, parts] of [[80, lat] as const, [104, lng] as const])
    for (const [n, part] of parts.entries()) {
      long(at + n * 8, Math.round(part * by))
      long(at + n * 8 + 4, by)
    }
  const head = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xe1, 0, tiff.byteLength + 8, 0x45, 0x78, 0x69, 0x66, 0, 0]
  return new Uint8Array([...head, ...new Uint8Array(tiff.buffer), 0xff, 0xda])
}

const HERE: Gps = { lat: [30, 16, 26.4], latRef: 'N', lng: [120, 9, 18], lngRef: 'E' }

describe('the place in a picture', () => {
  test.each([true, false])('is read in either order of bytes (little %s)', (little) => {
    const found = placeIn(jpeg(HERE, little))!
    expect(found.lat).toBeCloseTo(30.274, 6)
    expect(found.lng).toBeCloseTo(120.155, 6)
  })

  test('is negative in the south and in the west', () => {
    const found = placeIn(jpeg({ ...HERE, latRef: 'S', lngRef: 'W' }))!
    expect([found.lng < 0, found.lat < 0]).toEqual([true, true])
  })

  test('is none where a camera had no fix, or where it cannot be', () => {
    expect(placeIn(jpeg({ ...HERE, lat: [0, 0, 0], lng: [0, 0, 0] }))).toBeNull()
    expect(placeIn(jpeg({ ...HERE, lat: [91, 0, 0] }))).toBeNull()
    expect(placeIn(jpeg({ ...HERE, lng: [181, 0, 0] }))).toBeNull()
    expect(placeIn(jpeg(HERE, true, 0))).toBeNull()
    expect(placeIn(new Uint8Array([0x89, 0x50, 0x4e, 0x47]))).toBeNull()
    expect(placeIn(new Uint8Array())).toBeNull()
  })

  test('is none in a picture that was cut or spoiled anywhere, and reading it never fails', () => {
    const whole = jpeg(HERE)
    for (let length = 0; length < whole.length - 2; length += 1) placeIn(whole.subarray(0, length))
    expect(placeIn(whole.subarray(0, whole.length - 30))).toBeNull()
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const spoiled = whole.slice()
      spoiled[bit >> 3]! ^= 1 << (bit & 7)
      const { lng, lat } = placeIn(spoiled) ?? { lng: 0, lat: 0 }
      expect([Math.abs(lng) <= 180, Math.abs(lat) <= 90]).toEqual([true, true])
    }
  })

  test('is found in bytes that stand within others', () => {
    const inside = new Uint8Array([9, 9, 9, ...jpeg(HERE)]).subarray(3)
    expect(placeIn(inside)?.lng).toBeCloseTo(120.155, 6)
  })
})
