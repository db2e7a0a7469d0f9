import type { Resource } from '@sluice/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMobile } from '../../lib/page/width.ts'
import { byName, useText } from '../../lib/text/text.ts'
import { valueOf } from '../../lib/api/resource-calls.ts'
import { Button, BUTTON_CLASSES } from '../button/button.tsx'
import { Icon } from '../icon/icons.tsx'
import { stateName } from '../list/transitions.ts'
import { keyed, type RowAction } from '../list/table/row-actions.tsx'
import { titleOf } from '../list/table/cell.tsx'
import { MenuButton } from '../overlay/menu-button.tsx'
import { StateSteps } from '../reading/state-steps.tsx'
import { Chip } from '../reading/status-chip.tsx'

/** How many buttons are beside the name; the rest is behind ⋯. */
const BUTTONS = { wide: 3, phone: 2 } as const

interface HeadActionsProps {
  actions: readonly RowAction[]
  subject: string
  /** Beside something more important than they are. */
  quiet?: boolean
}

/** Available actions as buttons, in the order of the list; the rest, with the reasons why not, in a menu. */
export function HeadActions({ actions, subject, quiet = false }: HeadActionsProps) {
  const { t } = useText()
  const room = useMobile() ? BUTTONS.phone : BUTTONS.wide
  const shown = actions.filter(({ because, danger }) => !because && !danger).slice(0, room)
  const more = actions.filter((action) => !shown.includes(action))
  return (
    <div className="detail-actions">
      {shown.map((action, at) => (
        <Button
          key={action.key}
          kind={at === 0 && !quiet ? 'theme' : 'plain'}
          title={keyed(action)}
          onClick={action.onClick}
        >
          {action.label}
        </Button>
      ))}
      {more.length > 0 && (
        <MenuButton
          className={BUTTON_CLASSES.plain}
          label={t('list.more', { name: subject })}
          items={more.map(({ key, label, because, danger, onClick }) => ({
            key,
            label,
            because: because ?? null,
            danger: danger ?? false,
            onSelect: onClick,
          }))}
        >
          <Icon name="more" size={16} />
        </MenuButton>
      )}
    </div>
  )
}

interface DetailHeadProps {
  resource: Resource
  row: object
  /** Instead of the name of the row, which then stands above it. */
  title?: string | undefined
  /** None of the actions is the one to take next. */
  quiet?: boolean
  mark: ReactNode
  actions: readonly RowAction[]
  /** The address at which the list was left. */
  list: string
}

/** Name, state and actions, at the same place on every tab. */
export function DetailHead({ resource, row, title, quiet = false, mark, actions, list }: DetailHeadProps) {
  const { t } = useText()
  const { states } = resource
  const name = titleOf(resource, row)
  const kind = byName(`one.${resource.name}`)
  return (
    <header className={states ? 'card detail-head with-steps' : 'card detail-head'}>
      <div className="detail-title">
        <Link className="icon-button" to={list} aria-label={t('detail.back')} title={t('detail.back')}>
          <Icon name="left" size={16} />
        </Link>
        {mark && <span className="tile tile-large">{mark}</span>}
        <div className="grow">
          <p className="t3">{title === undefined ? kind : t('detail.kindOf', { kind, name })}</p>
          <div className="detail-name">
            <h1>{title ?? name}</h1>
            {states && <Chip tone="plain" text={stateName(resource, String(valueOf(row, states.field)))} />}
          </div>
        </div>
        {actions.length > 0 && <HeadActions actions={actions} subject={title ?? name} quiet={quiet} />}
      </div>
      <StateSteps resource={resource} row={row} />
    </header>
  )
}
