import type { FormTag } from '@sluice/contract'
import { Input, type InputRef } from 'antd'
import { type RefObject, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { Icon } from '../../../parts/icon/icons.tsx'
import { FIELD_GROUPS, FIELD_ICONS } from './field-kinds.ts'

interface PaletteProps {
  find: RefObject<InputRef | null>
  onInsert: (tag: FormTag) => void
  onDrag: (tag: FormTag | null) => void
}

/** The kinds of fields: dragged to the form, or put behind the chosen field. */
export function Palette({ find, onInsert, onDrag }: PaletteProps) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const groups = FIELD_GROUPS.map(({ name, tags }) => ({
    name,
    tags: (tags as readonly FormTag[]).filter((tag) => t(`flow.tag.${tag}`).toLowerCase().includes(wanted)),
  })).filter(({ tags }) => tags.length > 0)
  return (
    <aside className="form-palette" aria-label={t('flow.palette')}>
      <Input
        ref={find}
        aria-label={t('flow.findField')}
        placeholder={t('flow.findField')}
        prefix={<Icon name="search" size={14} />}
        suffix={<kbd>/</kbd>}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => {
          const [first] = groups
          if (first?.tags[0]) onInsert(first.tags[0])
        }}
      />
      {groups.map(({ name, tags }) => (
        <section key={name}>
          <h3>{t(`flow.palette.${name}`)}</h3>
          <div className="form-kinds">
            {tags.map((tag) => (
              <button
                key={tag}
                type="button"
                draggable
                onClick={() => onInsert(tag)}
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', tag)
                  onDrag(tag)
                }}
                onDragEnd={() => onDrag(null)}
              >
                <Icon name={FIELD_ICONS[tag]} size={16} />
                {t(`flow.tag.${tag}`)}
              </button>
            ))}
          </div>
        </section>
      ))}
      {groups.length === 0 && <p className="hint">{t('state.empty')}</p>}
      <p className="hint">{t('flow.paletteHint')}</p>
    </aside>
  )
}
