import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useMap } from '../map-state.ts'
import { useShownMoment } from './use-past.ts'

afterEach(() => useMap.setState({ past: null }))

test('who goes back to the present is not shown the past for as long as a dragged handle would wait', async () => {
  const { result } = renderHook(() => useShownMoment())
  expect(result.current).toBeNull()
  act(() => useMap.setState({ past: Date.UTC(2026, 5, 12, 3) }))
  await waitFor(() => expect(result.current).toBe('2026-06-12T03:00:00.000Z'))
  act(() => useMap.setState({ past: null }))
  expect(result.current).toBeNull()
})
