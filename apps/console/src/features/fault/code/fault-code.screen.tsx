import { faultCodeResource, type FaultCodeRow } from '@sluice/contract'
import { lazy, Suspense, useEffect } from 'react'
import { noteFaultName } from '../../../domain/fault-names.ts'
import { byName, t, useText } from '../../../lib/text/text.ts'
import { Select } from '../../../parts/control/select.tsx'
import { levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { ListPage } from '../../../parts/list/list-page.tsx'
import type { ListSlots } from '../../../parts/list/layout/list-slots.ts'
import { StateChip } from '../../../parts/reading/status-chip.tsx'
import { CauseAndRemedy } from '../cause-and-remedy.tsx'
import { autoWord } from './auto-word.ts'

const AutoForm = lazy(() => import('./auto-form.tsx').then((part) => ({ default: part.AutoForm })))

/** What the list shows of a code is how its faults are called from now on. */
function CodeName({ row: { code, chineseName, englishName, name } }: { row: FaultCodeRow }) {
  useEffect(
    () => noteFaultName({ code, name: [chineseName, englishName || chineseName] }),
    [code, chineseName, englishName],
  )
  return name
}

const LEVELS = [4, 3, 2, 1]
const levelWord = (level: number) => byName(`enum.level.${level}`)

function LevelChoice(given: object) {
  useText()
  return <Select<number> {...given} options={LEVELS.map((value) => ({ value, label: levelWord(value) }))} />
}

/** The code and source of a built-in one are the program's. */
const FIXED = { code: { hidden: true }, source: { hidden: true } }
const FREE = {}

const SLOTS: ListSlots<typeof faultCodeResource> = {
  cells: {
    code: ({ code }) => <span className="num">{code}</span>,
    name: (row) => <CodeName row={row} />,
    level: ({ level }) => <StateChip tone={levelGlyph(level)} glyph={levelGlyph(level)} text={levelWord(level)} />,
    autoAction: ({ autoAction, autoStepPct, autoOn }) =>
      autoAction && (
        <span className={autoOn ? '' : 't3'}>
          {autoWord(autoAction, autoStepPct)} {t(autoOn ? 'autoForm.isOn' : 'autoForm.isOff')}
        </span>
      ),
    cause: ({ cause }) => <span className="t2">{cause}</span>,
  },
  expanded: ({ cause, remedy }) => <CauseAndRemedy cause={cause} remedy={remedy} />,
  form: {
    initial: { level: 2, autoClear: true, push: true, enabled: true },
    controls: { level: <LevelChoice /> },
    useShape: (_values, row) => (row?.builtIn ? FIXED : FREE),
  },
  forms: {
    auto: (row, close) => (
      <Suspense>
        <AutoForm code={row} onClose={close} />
      </Suspense>
    ),
  },
}

/** The kinds of faults: how they are called, how serious they are, what causes them and what to check (domain 6.6). */
export default function FaultCodeScreen() {
  useText()
  return <ListPage resource={faultCodeResource} slots={SLOTS} />
}
