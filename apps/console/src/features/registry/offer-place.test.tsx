import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { useEffect } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useSession } from '../../lib/access/session.ts'
import { forgetToasts, useToasts } from '../../lib/page/toast.ts'
import { startTexts } from '../../lib/text/text.ts'
import { useOfferPlace } from './offer-place.ts'

beforeAll(() => startTexts('zh-CN'))
afterEach(() => {
  cleanup()
  forgetToasts()
})

let at = ''
type Device = Parameters<ReturnType<typeof useOfferPlace>>[1]

function Offer({ device }: { device: Device }) {
  const offer = useOfferPlace()
  const { pathname, search } = useLocation()
  useEffect(() => {
    at = pathname + search
  }, [pathname, search])
  return (
    <button type="button" onClick={() => offer('7', device)}>
      add
    </button>
  )
}

function offer(device: Device, roles = ['device:add', 'device:edit']) {
  useSession.setState({ phase: 'ready', roles })
  render(
    <MemoryRouter initialEntries={['/device/index']}>
      <Offer device={device} />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByText('add'))
  return useToasts.getState().toasts
}

test('a new device without a position is offered its place on the map', () => {
  const [toast] = offer({ name: '北闸', lng: null })
  expect(toast).toMatchObject({ kind: 'info', text: '北闸还不在地图上', action: { label: '放到地图上' } })
  act(() => toast!.action!.onClick())
  expect(at).toBe('/dashboard?place=7')
})

test('one of the two numbers is no position; with both, and to whom may not place it, nothing is said', () => {
  expect(offer({ name: '北闸', lng: 116 })).toHaveLength(1)
  cleanup()
  forgetToasts()
  expect(offer({ name: '北闸', lng: 116, lat: 0 })).toEqual([])
  cleanup()
  expect(offer({ name: '北闸' }, ['device:add'])).toEqual([])
})
