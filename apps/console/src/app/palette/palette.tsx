import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { usePermission } from '../../lib/access/access.tsx'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { DeviceIcon, Icon } from '../../parts/icon/icons.tsx'
import type { ScreenRoute } from '../menu/menu-tree.ts'
import { Keys } from './keys.tsx'
import { Modal } from '../../parts/overlay/modal.tsx'
import type { Marks } from './palette-match.ts'
import { closePalette, openScan } from './palette-state.ts'
import { type Section, type Shown, useChoices } from './use-choices.ts'
import './palette.css'

/** The title with its matched parts marked. */
function Marked({ text, marks }: { text: string; marks: Marks }) {
  const starts = [0, ...marks.map(([, end]) => end)]
  return (
    <span className="clip">
      {starts.map((start, at) => {
        const mark = marks[at]
        return (
          <Fragment key={start}>
            {text.slice(start, mark?.[0])}
            {mark && <mark>{text.slice(...mark)}</mark>}
          </Fragment>
        )
      })}
    </span>
  )
}

interface LineProps {
  id: string
  choice: Shown
  on: boolean
  onPoint: () => void
  onRun: () => void
}

function Line({ id, choice, on, onPoint, onRun }: LineProps) {
  const { icon, title, marks, hint, keys } = choice
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (on) line.current?.scrollIntoView?.({ block: 'nearest' })
  }, [on])
  return (
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={on}
      tabIndex={-1}
      className={on ? 'palette-line on' : 'palette-line'}
      onPointerMove={onPoint}
      onClick={onRun}
      // The input above handles the keys; this handler is for assistive technology that activates the line itself.
      onKeyDown={(event) => event.key === 'Enter' && onRun()}
    >
      {typeof icon === 'string' ? <Icon name={icon} /> : <DeviceIcon type={icon.device} />}
      <Marked text={title} marks={marks} />
      {hint && <small className="clip">{hint}</small>}
      {keys && <Keys keys={keys} />}
    </div>
  )
}

function Foot() {
  const { t } = useText()
  return (
    <p className="palette-foot" aria-hidden="true">
      <kbd>↑</kbd>
      <kbd>↓</kbd> {t('palette.footMove')}
      <kbd>Enter</kbd> {t('palette.footRun')}
      <kbd>Esc</kbd> {t('palette.footClose')}
    </p>
  )
}

interface SectionsProps {
  listId: string
  sections: readonly Section[]
  chosen: Shown | undefined
  onPoint: (choice: Shown) => void
  onRun: (choice: Shown) => void
}

const lineId = (listId: string, { id }: Shown) => `${listId}-${id}`

function Sections({ listId, sections, chosen, onPoint, onRun }: SectionsProps) {
  const { t } = useText()
  return (
    <div id={listId} role="listbox" aria-label={t('palette.title')} className="palette-list">
      {sections.map(({ group, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: options stand in groups of a listbox, not in a fieldset.
        <div key={group} role="group" aria-label={t(`palette.group.${group}`)}>
          <div className="palette-group" aria-hidden="true">
            {t(`palette.group.${group}`)}
          </div>
          {choices.map((choice) => (
            <Line
              key={choice.id}
              id={lineId(listId, choice)}
              choice={choice}
              on={choice.id === chosen?.id}
              onPoint={() => onPoint(choice)}
              onRun={() => onRun(choice)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Finds screens, devices and actions: type, move up and down, Enter. */
export default function Palette({ screens }: { screens: readonly ScreenRoute[] }) {
  const { t } = useText()
  const listId = useId()
  const [query, setQuery] = useState('')
  const mayScan = usePermission(['device:list'])
  const [pointed, setPointed] = useState<string | null>(null)
  const { sections, busy, remember } = useChoices(query, screens)
  const all = sections.flatMap(({ choices }) => choices)
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === pointed),
  )
  const chosen = all[at]
  const run = (choice: Shown) => {
    remember(choice)
    closePalette()
    choice.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // Enter also confirms the composition of Chinese characters.
    if (event.nativeEvent.isComposing) return
    if (step && all.length > 0) setPointed(all[(at + step + all.length) % all.length]!.id)
    else if (event.key === 'Enter' && chosen) run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Modal className="palette" label={t('palette.title')} onClose={closePalette} testId="palette">
      <div className="palette-search">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={t('palette.title')}
          aria-expanded={all.length > 0}
          {...(all.length > 0 ? { 'aria-controls': listId } : {})}
          aria-autocomplete="list"
          {...(chosen ? { 'aria-activedescendant': lineId(listId, chosen) } : {})}
          placeholder={t('palette.hint')}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setPointed(null)
          }}
          onKeyDown={onKeyDown}
        />
        {busy && <span className="palette-busy" role="img" aria-label={t('palette.busy')} />}
        {mayScan && (
          <button
            type="button"
            className="icon-button"
            aria-label={t('scan.open')}
            title={t('scan.open')}
            onClick={openScan}
          >
            <Icon name="scan" />
          </button>
        )}
        <button type="button" className="icon-button" aria-label={t('palette.close')} onClick={closePalette}>
          <Icon name="cross" />
        </button>
      </div>
      {all.length === 0 && !busy ? (
        <EmptyState icon="search" text={t('palette.none', { text: query.trim() })} hint={t('palette.noneHint')} />
      ) : (
        <Sections
          listId={listId}
          sections={sections}
          chosen={chosen}
          onPoint={({ id }) => id !== chosen?.id && setPointed(id)}
          onRun={run}
        />
      )}
      <span className="sr-only" role="status">
        {busy ? t('palette.busy') : t('palette.count', { n: all.length })}
      </span>
      <Foot />
    </Modal>
  )
}
