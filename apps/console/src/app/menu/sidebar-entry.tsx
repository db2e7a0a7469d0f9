import type { ReactNode, SyntheticEvent } from 'react'
import { Link } from 'react-router'
import { useText } from '../../lib/text/text.ts'
import { MenuIcon } from '../../parts/icon/icons.tsx'
import type { MenuEntry } from './menu-tree.ts'
import { menuTitle } from '../../lib/text/menu-title.ts'
import { Caret } from '../../parts/icon/caret.tsx'

/** The folder of the narrow sidebar whose children are beside it, and where its row begins, px from the top. */
export interface FlyOutPlace {
  key: string
  top: number
}

export interface SidebarEntryProps {
  entry: MenuEntry
  /** Keys of the folders above. */
  path: readonly string[]
  current: string
  above: readonly string[]
  open: readonly string[]
  narrow: boolean
  /** One at a time: what has the focus gives way to what is under the pointer. */
  flyOut: FlyOutPlace | null
  onFlyOut: (flyOut: FlyOutPlace | null) => void
  onToggle: (key: string, path: readonly string[]) => void
}

function EntryLink({ entry, current, children }: { entry: MenuEntry; current: string; children: ReactNode }) {
  const title = menuTitle(entry.name, entry.title)
  if (entry.external) {
    return (
      <a className="side-row" href={entry.to} target="_blank" rel="noopener noreferrer" title={title}>
        {children}
      </a>
    )
  }
  const on = entry.to === current
  return (
    <Link
      className={on ? 'side-row on' : 'side-row'}
      to={entry.to}
      aria-current={on ? 'page' : undefined}
      title={title}
    >
      {children}
    </Link>
  )
}

/** The height of a row with its gap, and the height of the title and the edges, px. */
const ROW = 37
const FRAME = 56

/**
 * SB-1: in the narrow sidebar a folder's children open beside it, on hover and on focus; as high as the window allows.
 */
function FlyOut({ at, rows, title, children }: { at: number; rows: number; title: string; children: ReactNode }) {
  const top = Math.max(0, Math.min(at, window.innerHeight - rows * ROW - FRAME))
  return (
    <div className="side-fly" style={{ top, maxHeight: window.innerHeight - top }}>
      <p aria-hidden="true">{title}</p>
      <ul>{children}</ul>
    </div>
  )
}

export function SidebarEntry(props: SidebarEntryProps) {
  const { entry, path, current, above, open, narrow, flyOut, onFlyOut, onToggle } = props
  useText()
  const title = menuTitle(entry.name, entry.title)
  const top = path.length === 0
  const face = (
    <>
      {top && <MenuIcon name={entry.icon} />}
      {(!narrow || !top) && <span className="clip">{title}</span>}
      {narrow && top && <span className="sr-only">{title}</span>}
    </>
  )
  if (entry.children.length === 0) {
    return (
      <li>
        <EntryLink entry={entry} current={current}>
          {face}
        </EntryLink>
      </li>
    )
  }
  const isOpen = open.includes(entry.key)
  const below = entry.children.map((child) => (
    <SidebarEntry key={child.key} {...props} entry={child} path={[...path, entry.key]} />
  ))
  if (narrow && top) {
    const fly = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
      onFlyOut({ key: entry.key, top: currentTarget.getBoundingClientRect().top })
    const out = flyOut?.key === entry.key ? flyOut : null
    return (
      <li
        onMouseEnter={fly}
        onMouseLeave={() => onFlyOut(null)}
        onFocus={fly}
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || onFlyOut(null)}
      >
        <button
          type="button"
          className={above.includes(entry.key) ? 'side-row on' : 'side-row'}
          aria-expanded={out !== null}
          title={title}
        >
          {face}
        </button>
        {out && (
          <FlyOut at={out.top} rows={entry.children.length} title={title}>
            {below}
          </FlyOut>
        )}
      </li>
    )
  }
  return (
    <li>
      <button
        type="button"
        className={above.includes(entry.key) ? 'side-row open' : 'side-row'}
        aria-expanded={isOpen}
        onClick={() => onToggle(entry.key, path)}
      >
        {face}
        <span className="side-arrow">
          <Caret kind="branch" open={isOpen} />
        </span>
      </button>
      {isOpen && <ul className="side-sub">{below}</ul>}
    </li>
  )
}
