import { type OutputOf, ownPushes, PUSH_PARAM, readAllPushes, readPushes } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { answerKey, useAnswer } from '../../../lib/api/answer.ts'
import { call } from '../../../lib/api/api.ts'
import { onLive, useLive } from '../../../lib/live/live.ts'
import { toast } from '../../../lib/page/toast.ts'
import { tellFaults } from '../../../lib/page/told-faults.ts'
import { t } from '../../../lib/text/text.ts'
import { showOnDesktop } from './desktop.ts'

export type OwnMessage = OutputOf<typeof ownPushes>[number]

/** From this level on a toast warns. */
const SERIOUS = 3
/** From this level on it stays until it is closed. */
const CRITICAL = 4
/** Of several at once so many are shown by themselves; the list has all. */
const SHOWN = 3

export interface OwnMessages {
  /** Undefined before the first answer. */
  messages: readonly OwnMessage[] | undefined
  unread: number
  /** Opens what a message tells of: that is its receipt. */
  open: (message: OwnMessage) => void
  read: (ids: readonly string[]) => Promise<void>
  readAll: () => Promise<void>
  refresh: () => Promise<void>
}

/** The person's own messages, fresh by the live channel; new ones are shown as they come. */
export function useOwnMessages(): OwnMessages {
  const client = useQueryClient()
  const navigate = useNavigate()
  const reopened = useLive((state) => state.reopened)
  const { data: messages } = useAnswer(ownPushes, {}, { silent: true, keep: true, follows: [reopened] })
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: answerKey(ownPushes) }), [client])
  useEffect(() => onLive((event) => void (event.type === 'pushes' && refresh())), [refresh])

  const read = useCallback(
    async (ids: readonly string[]) => {
      // A link may lead to a message of somebody else: then there is nothing to say.
      await call(readPushes, { ids: [...ids] }, { silent: true }).catch(() => undefined)
      await refresh()
    },
    [refresh],
  )
  const open = useCallback(
    (message: OwnMessage) => {
      if (message.url !== null) void navigate(message.url)
      if (message.readTime === null) void read([message.id])
    },
    [navigate, read],
  )
  const readAll = async () => {
    const [newest] = messages ?? []
    if (newest) await call(readAllPushes, { until: newest.sentTime }).catch(() => undefined)
    await refresh()
  }
  useArrivals(messages, open)
  useOpenedByLink(read)
  return {
    messages,
    unread: messages?.filter(({ readTime }) => readTime === null).length ?? 0,
    open,
    read,
    readAll,
    refresh,
  }
}

/** What came since the page was opened is shown once: on the page, or on the desktop while the page is hidden. */
function useArrivals(messages: readonly OwnMessage[] | undefined, open: (message: OwnMessage) => void): void {
  const known = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (!messages) return
    const fresh = messages.filter(({ id, readTime }) => readTime === null && known.current?.has(id) === false)
    known.current = new Set([...(known.current ?? []), ...messages.map(({ id }) => id)])
    for (const message of fresh.slice(0, SHOWN).toReversed()) {
      if (document.hidden) showOnDesktop(message, () => open(message))
      else {
        toast(message.level >= SERIOUS ? 'warning' : 'info', message.title, {
          label: t('inbox.open'),
          onClick: () => open(message),
          // As the notice of the bell, whose place it takes.
          stays: message.level >= CRITICAL,
        })
        tellFaults(message.faultIds)
      }
    }
  }, [messages, open])
}

/** Whoever comes by the link of a message, also from a mail, has read it. */
function useOpenedByLink(read: OwnMessages['read']): void {
  const id = new URLSearchParams(useLocation().search).get(PUSH_PARAM)
  useEffect(() => {
    if (id !== null && /^\d{1,18}$/.test(id)) void read([id])
  }, [id, read])
}
