import type { Command } from '@sluice/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetCommands, knownCommand } from '../../domain/command/commands.ts'
import { queryClient } from '../../lib/api/query.ts'
import { useSession } from '../../lib/access/session.ts'
import { useMapCommands } from './command-rings.ts'

afterEach(() => {
  cleanup()
  forgetCommands()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Screen() {
  useMapCommands()
  return null
}

test('all running commands are fetched with one filter, page after page; those given up with another', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const query = new URL(url, 'http://here').searchParams
    if (!url.includes('/command/page')) return Promise.resolve(Response.json({ code: 0, message: '', data: [] }))
    const [status, page] = [query.getAll('status').join(), Number(query.get('page'))]
    asked.push(`${status} ${page}`)
    const isRunning = status !== 'TIMEOUT'
    const list = isRunning
      ? [{ id: `r${page}`, deviceId: '7', status: 'SENT', createTime: '' } as unknown as Command]
      : []
    const data = { list, total: isRunning ? 250 : 0, page, limit: 100 }
    return Promise.resolve(Response.json({ code: 0, message: '', data }))
  })
  useSession.setState({ phase: 'ready', roles: ['command:list'] })
  render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(knownCommand('r3')).toBeTruthy())
  const running = 'QUEUED,SENT,ACKNOWLEDGED,EXECUTING'
  expect(asked.toSorted()).toEqual([`${running} 1`, `${running} 2`, `${running} 3`, 'TIMEOUT 1'])
  expect([knownCommand('r1'), knownCommand('r2')].every(Boolean)).toBe(true)
})
