import type { DeviceState } from '@sluice/contract'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { madeState } from '../../features/command/command.fixture.ts'
import { type StandInChannel, standInChannels } from '../../lib/live/channel.fixture.ts'
import { closeLive, openLive } from '../../lib/live/live.ts'
import { forgetDeviceStates, useCloseLook, useDeviceStates } from './device-state-store.ts'

const FRAME_MS = 20
let channels: StandInChannel[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'performance', 'Date'] })
  channels = standInChannels()
  openLive()
})
afterEach(() => {
  cleanup()
  closeLive()
  forgetDeviceStates()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let draws = 0
function Openings({ ids }: { ids: readonly string[] }) {
  draws++
  const states = useDeviceStates(ids)
  return <output>{ids.map((id) => String(states[id]?.values.opening?.v)).join()}</output>
}
function Panel({ id }: { id: string }) {
  useCloseLook(id)
  return null
}
const reported = (deviceId: string, opening: number, valveState = 'PARTIAL') =>
  madeState({ deviceId }, { opening, valveState })
const hear = (state: DeviceState): void => channels[0]!.tell({ type: 'device', state })
const pass = (ms: number): void => {
  act(() => void vi.advanceTimersByTime(ms))
}
const text = () => document.body.textContent

test('the first report is drawn with the next frame, those of the following second together at its end', () => {
  render(<Openings ids={['1', '2']} />)
  hear(reported('1', 10))
  pass(FRAME_MS)
  expect(text()).toBe('10,undefined')
  const before = draws
  hear(reported('1', 11))
  pass(300)
  hear(reported('2', 20))
  pass(300)
  hear(reported('1', 12))
  pass(300)
  expect([text(), draws]).toEqual(['10,undefined', before])
  pass(200)
  expect([text(), draws]).toEqual(['12,20', before + 1])
})

test('a valve that moves is drawn with the next frame, whatever was drawn a moment ago', () => {
  render(<Openings ids={['1']} />)
  hear(reported('1', 10))
  pass(FRAME_MS)
  hear(reported('1', 14, 'OPENING'))
  pass(FRAME_MS)
  expect(text()).toBe('14')
})

test('a device that is looked at closely is drawn with the next frame, until the last view of it is gone', () => {
  const two = render(
    <>
      <Openings ids={['1']} />
      <Panel id="1" />
      <Panel id="1" />
    </>,
  )
  hear(reported('1', 10))
  pass(FRAME_MS)
  two.rerender(
    <>
      <Openings ids={['1']} />
      <Panel id="1" />
    </>,
  )
  hear(reported('1', 11))
  pass(FRAME_MS)
  expect(text()).toBe('11')
  two.rerender(<Openings ids={['1']} />)
  hear(reported('1', 12))
  pass(FRAME_MS)
  expect(text()).toBe('11')
  pass(1000)
  expect(text()).toBe('12')
})
