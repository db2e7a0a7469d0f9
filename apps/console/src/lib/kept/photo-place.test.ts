import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { photoPlace } from './photo-place.ts'

/** A photo without what a camera writes. */
const PLAIN = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xda])])
/** The head of a photo (written by sharp 0.35) that says 30° 16′ 26.4″ N, 120° 9′ 18″ E. */
const LOCATED =
  '/9j/4QEuRXhpZgAASUkqAAgAAAAHABIBAwABAAAAAQAAABoBBQABAAAAYgAAABsBBQABAAAAagAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAG' +
  'mHBAABAAAAcgAAACWIBAABAAAAwAAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDAB' +
  'oAMAAQAAAP//AAACoAQAAQAAAAEAAAADoAQAAQAAAAEAAAAAAAAABAABAAIAAgAAAE4AAAACAAUAAwAAAA4BAAADAAIAAgAAAEUAAAAEAAUAAw' +
  'AAAPYAAAAAAAAAeAAAAAEAAAAJAAAAAQAAABIAAAABAAAAHgAAAAEAAAAQAAAAAQAAAAgBAAAKAAAA/9o='
const getCurrentPosition = vi.fn<(told: (at: object) => void, failed: () => void) => void>()

beforeEach(() => {
  getCurrentPosition.mockReset()
  const geolocation = { getCurrentPosition }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { geolocation }))
})
afterEach(() => vi.unstubAllGlobals())

test('the telephone is asked where it is only when its owner agreed', async () => {
  getCurrentPosition.mockImplementation((told) =>
    told({ coords: { longitude: 120.15, latitude: 30.27, accuracy: 11.6 } }),
  )
  expect(await photoPlace(PLAIN, false)).toBeNull()
  expect(getCurrentPosition).not.toHaveBeenCalled()
  expect(await photoPlace(PLAIN, true)).toEqual({ lng: 120.15, lat: 30.27, accuracyM: 12, by: 'PHONE' })
})

test('a photo goes without a place where the browser refuses it', async () => {
  getCurrentPosition.mockImplementation((_told, failed) => failed())
  expect(await photoPlace(PLAIN, true)).toBeNull()
})

test('what the camera wrote is the place, and nobody is asked', async () => {
  const photo = new Blob([Buffer.from(LOCATED, 'base64')])
  expect(await photoPlace(photo, true)).toEqual({
    lng: 120.155,
    lat: expect.closeTo(30.274, 6),
    accuracyM: null,
    by: 'CAMERA',
  })
  expect(getCurrentPosition).not.toHaveBeenCalled()
})
