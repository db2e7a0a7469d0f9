import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPosition } from './position-text.rules.ts'

const BEIJING = [116.397428, 39.909187]
const NEAR = [116.3975, 39.909222]

test.each([
  ['decimals, longitude first', '116.397428, 39.909187', BEIJING],
  ['decimals, latitude first', '39.909187,116.397428', BEIJING],
  ['a blank between', '116.397428 39.909187', BEIJING],
  ['full-width signs', '１１６．３９７４２８，３９．９０９１８７', BEIJING],
  ['a Chinese comma in a list', '116.397428、39.909187', BEIJING],
  ['sides behind', '39.909187N 116.397428E', BEIJING],
  ['sides before', 'E116.397428, N39.909187', BEIJING],
  ['degree signs', '116.397428°, 39.909187°', BEIJING],
  ['degrees, minutes, seconds', `39°54'33.2"N 116°23'51"E`, NEAR],
  ['typographic signs', '39°54′33.2″N, 116°23′51″E', NEAR],
  ['two apostrophes for seconds', `39°54'33.2''N 116°23'51''E`, NEAR],
  ['without sides', `116°23'51" 39°54'33.2"`, NEAR],
  ['minutes with decimals', `39°54.55332'N 116°23.85'E`, NEAR],
  ['blanks only', '39 54 33.2 N 116 23 51 E', NEAR],
  ['blanks without sides', '116 23 51 39 54 33.2', NEAR],
  ['Chinese words', '北纬39度54分33.2秒，东经116度23分51秒', NEAR],
  ['Chinese names', '经度：116.397428 纬度：39.909187', BEIJING],
  ['English names', 'lat: 39.909187, lng: 116.397428', BEIJING],
  ['long English names', 'Longitude 116.397428; Latitude 39.909187', BEIJING],
  ['an address of a map program', 'geo:39.909187,116.397428?z=16', BEIJING],
  ['WKT', 'POINT(116.397428 39.909187)', BEIJING],
  ['JSON', '[116.397428, 39.909187]', BEIJING],
  ['a JSON object', '{"lng": 116.397428, "lat": 39.909187}', BEIJING],
  ['the far west of China', '43.8, 87.6', [87.6, 43.8]],
  ['the far west in the order of the form', '87.6, 43.8', [87.6, 43.8]],
  ['the other sides', `33°52'S 151°12'30"W`, [-151.208333, -33.866667]],
  ['negative numbers', '-70.5, -33.25', [-70.5, -33.25]],
  ['less than one degree on the other side', `0°30'S 0°15'W`, [-0.25, -0.5]],
  ['minus nought degrees', `-0°30' 10°`, [-0.5, 10]],
])('reads %s', (_what, text, place) => {
  expect(readPosition(text)).toEqual(place)
})

test.each([
  ['nothing', ''],
  ['one number', '116.397428'],
  ['one angle', `39°54'33"N`],
  ['three numbers', '116.4 39.9 12'],
  ['three whole numbers', '116 39 12'],
  ['a part of a degree with minutes', '116.5 30 39 54'],
  ['two latitudes', 'N39.9 S12.5'],
  ['one side only', '39.9N 116.4'],
  ['a sentence', '阀门在 116.4, 39.9 旁边'],
  ['a word with a letter of a side', 'Nord 39.9 East 116.4'],
  ['more than the earth has', '190.5, 39.9'],
  ['both too large', '116.4, 117.2'],
  ['sixty minutes', `39°60'N 116°23'E`],
  ['seconds before minutes', `39°33"54'N 116°23'E`],
  ['seven numbers', '1 2 3 4 5 6 7'],
  ['eight numbers', '1 2 3 4 5 6 7 8'],
])('%s is no position', (_what, text) => {
  expect(readPosition(text)).toBeNull()
})

const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((n) => n / 1e6)

test('with sides it reads every position in every order, and never throws', () => {
  fc.assert(
    fc.property(degrees(180), degrees(90), fc.boolean(), (lng, lat, latFirst) => {
      const east = `${Math.abs(lng).toFixed(6)}${lng < 0 ? 'W' : 'E'}`
      const north = `${Math.abs(lat).toFixed(6)}${lat < 0 ? 'S' : 'N'}`
      const [x, y] = readPosition(latFirst ? `${north} ${east}` : `${east}, ${north}`)!
      expect(x).toBeCloseTo(lng, 6)
      expect(y).toBeCloseTo(lat, 6)
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => void readPosition(text)))
  const noise = fc.stringMatching(/^[0-9NSEWXY°'", .:-]{0,30}$/)
  fc.assert(
    fc.property(noise, (text) => {
      const [lng, lat] = readPosition(text) ?? [0, 0]
      expect(Math.abs(lng) <= 180 && Math.abs(lat) <= 90).toBe(true)
    }),
  )
})
