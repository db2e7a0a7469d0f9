import { commandResource, type CommandRow } from '@sluice/contract'
import { Link } from 'react-router'
import { useAsked } from '../../lib/api/answer.ts'
import { pageOf } from '../../lib/api/resource-calls.ts'
import { showTime } from '../../lib/time/clock.ts'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { Fetched } from '../../parts/fetched/fetched.tsx'
import { Section } from '../../parts/section/section.tsx'
import { commandNow, resultWords, sourceWords } from './command-cells.tsx'
import { commandWords } from './command-words.ts'
import { LedgerFeed, LiveCommand, useFreshLedger } from './ledger-live.tsx'
import { useOpenedCommand } from './opened-command.tsx'
import { CommandChip } from './panel/command-chip.tsx'
import { StepDots } from './panel/step-line.tsx'
import { stepsOf } from './panel/steps.ts'
import './command.css'

const SHOWN = 5

function Line({ row, onOpen }: { row: CommandRow; onOpen: (row: CommandRow) => void }) {
  useText()
  const command = commandNow(row)
  const { createTime } = command
  return (
    <>
      <button type="button" className="link clip" title={command.cmdNo} onClick={() => onOpen(row)}>
        {commandWords(command)}
      </button>
      <span className="ledger-state">
        <StepDots steps={stepsOf(command)} />
        <CommandChip command={command} watch />
      </span>
      <span className="t2 clip">{sourceWords(command)}</span>
      <time className="num t2" dateTime={createTime} title={showTime(createTime)}>
        {showTime(createTime, '{m}-{d} {h}:{i}:{s}')}
      </time>
      <span className="num recent-result">{resultWords(command)}</span>
    </>
  )
}

/** The newest commands of a device, live, and the way to all of them. */
export function RecentCommands({ deviceId }: { deviceId: string }) {
  const { t } = useText()
  const { open, overlays } = useOpenedCommand()
  useFreshLedger(deviceId)
  const newest = useAsked(['page', commandResource.name, 'newest', deviceId], async (how, askedAt) => {
    const page = await pageOf(commandResource, { deviceId, page: 1, limit: SHOWN }, how)
    return { ...page, askedAt }
  })
  const total = newest.data?.total ?? 0
  return (
    <Section
      className="recent-commands"
      label={t('panel.ledger')}
      title={t('panel.ledger')}
      beside={
        <>
          <span className="grow" />
          <Link to={`/device/detail/${deviceId}?tab=commands`}>
            {total > SHOWN ? t('ledger.allOf', { n: total }) : t('ledger.all')}
          </Link>
        </>
      }
    >
      <Fetched query={newest} rows={3}>
        {({ list, askedAt }) => (
          <>
            <LedgerFeed rows={list} askedAt={askedAt} />
            {list.length === 0 ? (
              <EmptyState icon="inbox" text={t('ledger.none')} hint={t('ledger.noneHint')} />
            ) : (
              <ol>
                {list.map((row) => (
                  <li key={row.id}>
                    <LiveCommand id={row.id}>{() => <Line row={row} onOpen={open} />}</LiveCommand>
                  </li>
                ))}
              </ol>
            )}
          </>
        )}
      </Fetched>
      {overlays(null)}
    </Section>
  )
}
