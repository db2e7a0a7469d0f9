import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { startTexts } from '../../lib/text/text.ts'
import { UnplacedNote } from './unplaced-note.tsx'

beforeAll(() => startTexts('zh-CN'))
afterEach(cleanup)

function open(device: { lng: number | null; lat: number | null }, roles: string[]) {
  useSession.setState({ phase: 'ready', roles })
  render(
    <MemoryRouter>
      <UnplacedNote device={{ id: '7', ...device }} />
    </MemoryRouter>,
  )
}

test('the page of a device without a position leads to the map that asks for one', () => {
  open({ lng: null, lat: null }, ['device:edit'])
  expect(screen.getByTestId('device-unplaced').textContent).toContain('还不在地图上')
  expect(screen.getByRole('link', { name: '放到地图上' }).getAttribute('href')).toBe('/dashboard?place=7')
  cleanup()
  open({ lng: 116, lat: null }, ['device:edit'])
  expect(screen.getByTestId('device-unplaced')).toBeDefined()
  cleanup()
  open({ lng: 116, lat: 37 }, ['device:edit'])
  expect(screen.queryByTestId('device-unplaced')).toBeNull()
})

test('who may not change it is told, without the way', () => {
  open({ lng: null, lat: null }, ['device:list'])
  expect(screen.getByTestId('device-unplaced')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})
