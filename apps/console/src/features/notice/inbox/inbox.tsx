import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../lib/text/text.ts'
import { Button } from '../../../parts/button/button.tsx'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { useDismiss } from '../../../parts/overlay/use-dismiss.ts'
import { Age } from '../../../parts/reading/reading.tsx'
import { switchDesktop, useDesktop } from './desktop.ts'
import { type OwnMessage, type OwnMessages, useOwnMessages } from './own-messages.ts'
import './inbox.css'

/** Drawn here, with what is loaded beside the page: the set of icons comes with the first one. */
function Letter() {
  return (
    <svg
      viewBox="0 0 24 24"
      width={18}
      height={18}
      fill="none"
      stroke="currentColor"
      className="icon"
      aria-hidden="true"
    >
      <path d="M4 6h16v12.5H4zM4 7l8 6.5L20 7" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

function Words({ message }: { message: OwnMessage }) {
  const { t } = useText()
  return (
    <>
      <Glyph name={levelGlyph(message.level)} />
      <span className="inbox-words">
        <b className="clip">{message.title}</b>
        <span className="inbox-text">{message.text}</span>
        <small>
          <Age time={message.sentTime} />
          {message.readTime === null && ` · ${t('inbox.unread')}`}
          {message.takenBy.length > 0 && ` · ${t('inbox.taken', { who: message.takenBy.join(t('list.comma')) })}`}
        </small>
      </span>
    </>
  )
}

/** A line leads to what it tells of; without an address it can only be read. */
function Line({ message, onOpen }: { message: OwnMessage; onOpen: () => void }) {
  const className = message.readTime === null ? 'inbox-line unread' : 'inbox-line'
  return (
    <li>
      {message.url === null ? (
        <button type="button" className={`bare ${className}`} onClick={onOpen}>
          <Words message={message} />
        </button>
      ) : (
        <Link className={className} to={message.url} onClick={onOpen}>
          <Words message={message} />
        </Link>
      )}
    </li>
  )
}

/** Never asked by itself: the browser's question comes after the button. */
function DesktopChoice() {
  const { t } = useText()
  const { state } = useDesktop()
  if (state === 'none') return null
  if (state === 'denied') return <p className="hint">{t('inbox.desktopDenied')}</p>
  return (
    <p className="inbox-desktop">
      <span className="hint">{t(state === 'on' ? 'inbox.desktopOn' : 'inbox.desktopHint')}</span>
      <Button className="small" onClick={() => void switchDesktop(state !== 'on')}>
        {t(state === 'on' ? 'inbox.desktopOff' : 'inbox.desktopAsk')}
      </Button>
    </p>
  )
}

function Panel({ messages, unread, read, readAll, onClose }: OwnMessages & { onClose: () => void }) {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  useDismiss(box, '.inbox-button', onClose)
  return (
    <div ref={box} className="hanging-panel inbox" role="dialog" aria-label={t('inbox.title')} data-testid="inbox">
      <header>
        <h2>{t('inbox.title')}</h2>
        {unread > 0 && (
          <Button className="small" onClick={() => void readAll()}>
            {t('inbox.readAll')}
          </Button>
        )}
      </header>
      {(messages ?? []).length === 0 ? (
        <EmptyState icon="bell" text={t('inbox.none')} hint={t('inbox.noneHint')} />
      ) : (
        <ul>
          {messages?.map((message) => (
            <Line
              key={message.id}
              message={message}
              onOpen={() => {
                if (message.readTime === null) void read([message.id])
                if (message.url !== null) onClose()
              }}
            />
          ))}
        </ul>
      )}
      <DesktopChoice />
    </div>
  )
}

/** The person's own messages: how many are unread, and the list of them. */
export default function Inbox() {
  const { t } = useText()
  const own = useOwnMessages()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const { unread } = own
  const label = unread > 0 ? t('inbox.count', { n: unread }) : t('inbox.title')
  return (
    <div className="inbox-host">
      <button
        type="button"
        className="icon-button inbox-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-testid="inbox-button"
        onClick={() => {
          // Whether somebody took a fault is no message of its own.
          if (!isOpen) void own.refresh()
          setOpen(!isOpen)
        }}
      >
        <Letter />
        {unread > 0 && <span className="inbox-bubble num">{unread}</span>}
      </button>
      <span className="sr-only" role="status">
        {unread > 0 ? label : ''}
      </span>
      {isOpen && <Panel {...own} onClose={close} />}
    </div>
  )
}
