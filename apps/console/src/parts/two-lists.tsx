import { Input } from 'antd'
import { useState } from 'react'
import { useText } from '../lib/text/text.ts'
import { Button } from './button/button.tsx'
import { Icon } from './icon/icons.tsx'
import { CheckBox } from './control/check-box.tsx'
import './two-lists.css'

export interface Choice {
  key: string
  label: string
  /** Below the label. */
  note: string
  /** The item cannot be moved. */
  disabled: boolean
}

interface SideProps {
  title: string
  choices: readonly Choice[]
  marked: readonly string[]
  search: string
  onMark: (keys: readonly string[]) => void
}

const holds = ({ label, note }: Choice, text: string): boolean =>
  `${label} ${note}`.toLowerCase().includes(text.trim().toLowerCase())

function Side({ title, choices, marked, search, onMark }: SideProps) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const seen = choices.filter((choice) => holds(choice, typed))
  const free = seen.filter(({ disabled }) => !disabled).map(({ key }) => key)
  const whole = free.length > 0 && free.every((key) => marked.includes(key))
  const others = marked.filter((key) => !free.includes(key))
  return (
    <div role="group" className="two-side" aria-label={title}>
      <div className="two-head">
        <CheckBox
          checked={whole}
          indeterminate={!whole && free.some((key) => marked.includes(key))}
          disabled={free.length === 0}
          aria-label={t('choice.all')}
          onChange={() => onMark(whole ? others : [...others, ...free])}
        />
        <span className="two-title">{title}</span>
        <small className="num t3">{choices.length}</small>
      </div>
      <Input
        allowClear
        value={typed}
        placeholder={search}
        aria-label={`${title}${t('punct.colon')}${search}`}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul>
        {seen.map(({ key, label, note, disabled }) => (
          <li key={key}>
            <CheckBox
              checked={marked.includes(key)}
              disabled={disabled}
              onChange={(on) => onMark(on ? [...marked, key] : marked.filter((one) => one !== key))}
            >
              <span className="list-name">
                <span>{label}</span>
                <small>{note}</small>
              </span>
            </CheckBox>
          </li>
        ))}
      </ul>
      {seen.length === 0 && <p className="two-none">{t(choices.length > 0 ? 'state.noMatch' : 'choice.none')}</p>}
    </div>
  )
}

interface TwoListsProps {
  choices: readonly Choice[]
  held: readonly string[]
  onChange: (held: readonly string[]) => void
  words: { free: string; held: string; give: string; take: string; search: string }
}

/** Available items at the left, assigned ones at the right; marked items move across. */
export function TwoLists({ choices, held, onChange, words }: TwoListsProps) {
  const [marked, setMarked] = useState<readonly string[]>([])
  const isHeld = ({ key }: Choice) => held.includes(key)
  const sides = { held: choices.filter(isHeld), free: choices.filter((choice) => !isHeld(choice)) }
  const markedOf = (side: readonly Choice[]) => side.map(({ key }) => key).filter((key) => marked.includes(key))
  const [going, leaving] = [markedOf(sides.free), markedOf(sides.held)]
  const move = (next: readonly string[]) => {
    setMarked([])
    onChange(next)
  }
  return (
    <div className="two-lists">
      <Side
        title={words.free}
        choices={sides.free}
        marked={going}
        search={words.search}
        onMark={(keys) => setMarked([...leaving, ...keys])}
      />
      <div className="two-moves">
        <Button disabled={going.length === 0} onClick={() => move([...held, ...going])}>
          {words.give}
          <Icon name="right" size={14} />
        </Button>
        <Button disabled={leaving.length === 0} onClick={() => move(held.filter((key) => !leaving.includes(key)))}>
          <Icon name="right" size={14} />
          {words.take}
        </Button>
      </div>
      <Side
        title={words.held}
        choices={sides.held}
        marked={leaving}
        search={words.search}
        onMark={(keys) => setMarked([...going, ...keys])}
      />
    </div>
  )
}
