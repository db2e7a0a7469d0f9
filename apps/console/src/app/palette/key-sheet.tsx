import { Fragment } from 'react'
import { useText } from '../../lib/text/text.ts'
import { Icon } from '../../parts/icon/icons.tsx'
import type { TextKey } from '../../texts/zh-CN.ts'
import { COMMAND_KEY } from './keys.tsx'
import { Modal } from '../../parts/overlay/modal.tsx'
import { closePalette } from './palette-state.ts'
import './palette.css'

interface Shortcut {
  does: TextKey
  /** Keys to press; `join` says whether together or one after another. */
  keys: readonly string[]
  join?: 'then' | 'or'
}

const SHEET: readonly { title: TextKey; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'keys.everywhere',
    shortcuts: [
      { does: 'keys.palette', keys: [COMMAND_KEY, 'K'] },
      { does: 'keys.help', keys: ['?'] },
      { does: 'keys.map.go', keys: ['g', 'd'], join: 'then' },
      { does: 'keys.valves.go', keys: ['g', 'v'], join: 'then' },
      { does: 'keys.faults.go', keys: ['g', 'f'], join: 'then' },
      { does: 'keys.tabs', keys: ['[', ']'], join: 'or' },
      { does: 'keys.escape', keys: ['Esc'] },
    ],
  },
  {
    title: 'keys.list',
    shortcuts: [
      { does: 'keys.search', keys: ['/'] },
      { does: 'keys.refresh', keys: ['r'] },
      { does: 'keys.rows', keys: ['j', 'k'], join: 'or' },
      { does: 'keys.rows', keys: ['↓', '↑'], join: 'or' },
      { does: 'keys.ends', keys: ['Home', 'End'], join: 'or' },
      { does: 'keys.choose', keys: ['Space'] },
      { does: 'keys.openRow', keys: ['Enter'] },
    ],
  },
  {
    title: 'keys.fault',
    shortcuts: [
      { does: 'keys.fault.ack', keys: ['a'] },
      { does: 'keys.fault.start', keys: ['s'] },
      { does: 'keys.fault.assign', keys: ['d'] },
      { does: 'keys.fault.note', keys: ['n'] },
      { does: 'keys.fault.resolve', keys: ['e'] },
      { does: 'keys.fault.ignore', keys: ['i'] },
      { does: 'keys.fault.close', keys: ['c'] },
      { does: 'keys.fault.reopen', keys: ['o'] },
      { does: 'keys.fault.repair', keys: ['w'] },
      { does: 'keys.fault.locate', keys: ['m'] },
      { does: 'keys.fault.beside', keys: ['j', 'k'], join: 'or' },
    ],
  },
  {
    title: 'keys.panel',
    shortcuts: [
      { does: 'keys.beside', keys: ['j', 'k'], join: 'or' },
      { does: 'keys.stop', keys: ['Shift', 'S'] },
      { does: 'keys.read', keys: ['R'] },
    ],
  },
  {
    title: 'keys.map',
    shortcuts: [{ does: 'keys.undo', keys: [`${COMMAND_KEY} Z`, `${COMMAND_KEY} Y`], join: 'or' }],
  },
]

function KeyNames({ keys, join }: Omit<Shortcut, 'does'>) {
  const { t } = useText()
  return (
    <dd className="keys">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span>{join ? t(`keys.${join}`) : '+'}</span>}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </dd>
  )
}

/** `?`: every keyboard shortcut of the console (docs/spec/look.md#8). */
export default function KeySheet() {
  const { t } = useText()
  return (
    <Modal className="key-sheet" label={t('keys.title')} onClose={closePalette} testId="key-sheet">
      <header>
        <h2>{t('keys.title')}</h2>
        <button type="button" className="icon-button" aria-label={t('action.close')} onClick={closePalette}>
          <Icon name="cross" />
        </button>
      </header>
      <div className="key-groups">
        {SHEET.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {shortcuts.map(({ does, keys, join }) => (
                <div key={keys.join(' ')}>
                  <dt>{t(does)}</dt>
                  <KeyNames keys={keys} {...(join ? { join } : {})} />
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="hint">{t('keys.note')}</p>
    </Modal>
  )
}
