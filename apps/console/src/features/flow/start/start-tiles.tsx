import { type OutputOf, startableFlows } from '@sluice/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../../lib/api/answer.ts'
import { useDictionary } from '../../../lib/text/dictionary.ts'
import { useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../../parts/fetched/fetched.tsx'
import { Icon } from '../../../parts/icon/icons.tsx'
import { Section } from '../../../parts/section/section.tsx'

type Flow = OutputOf<typeof startableFlows>[number]

const CATEGORY = 'flow_category'

/** The categories in the order of the dictionary; what has none, or an unknown one, stands last. */
function grouped(flows: readonly Flow[], order: readonly string[]): [string, Flow[]][] {
  const groups = new Map<string, Flow[]>(order.map((name) => [name, []]))
  for (const flow of flows) {
    const name = flow.category ?? ''
    const group = groups.get(name)
    if (group) group.push(flow)
    else groups.set(name, [flow])
  }
  return [...groups].filter(([, group]) => group.length > 0)
}

function Tiles({ flows, onChoose }: { flows: readonly Flow[]; onChoose: (definitionId: string) => void }) {
  const { t } = useText()
  const [text, setText] = useState('')
  const dictionary = useDictionary(CATEGORY)
  const entries = 'entries' in dictionary ? dictionary.entries : []
  const wanted = text.trim().toLowerCase()
  const found = flows.filter(({ name, remark }) => `${name} ${remark ?? ''}`.toLowerCase().includes(wanted))
  const groups = grouped(
    found,
    entries.map(({ dictValue }) => dictValue),
  )
  return (
    <>
      <Input
        allowClear
        className="start-search"
        aria-label={t('request.find')}
        placeholder={t('request.find')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {groups.length === 0 && <EmptyState icon="search" text={t('request.notFound')} />}
      {groups.map(([category, group]) => {
        const title =
          entries.find(({ dictValue }) => dictValue === category)?.dictLabel ?? (category || t('request.noCategory'))
        return (
          <section key={category} aria-label={title}>
            <h3 className="part-title">{title}</h3>
            <ul className="start-tiles">
              {group.map(({ definitionId, name, remark }) => (
                <li key={definitionId}>
                  <button type="button" className="start-tile" onClick={() => onChoose(definitionId)}>
                    <span className="tile">
                      <Icon name="sheet" />
                    </span>
                    <span>
                      <b>{name}</b>
                      {remark !== null && <small>{remark}</small>}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

/** What a person can ask for, by category. */
export function StartTiles({ onChoose }: { onChoose: (definitionId: string) => void }) {
  const { t } = useText()
  const query = useAnswer(startableFlows, {})
  return (
    <Section title={t('request.new')} label={t('request.new')} className="start">
      <Fetched query={query} empty={<EmptyState icon="flow" text={t('request.nothingToStart')} />}>
        {(flows) => <Tiles flows={flows} onChoose={onChoose} />}
      </Fetched>
    </Section>
  )
}
