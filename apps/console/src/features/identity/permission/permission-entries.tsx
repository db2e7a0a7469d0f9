import { type ExplainedEntry, RESOURCE_TYPES } from '@sluice/contract'
import { useMemo, useState } from 'react'
import { useText } from '../../../lib/text/text.ts'
import { EmptyState } from '../../../parts/fetched/empty-state.tsx'
import { SearchField } from '../../../parts/list/search/search-field.tsx'
import { Chip } from '../../../parts/reading/status-chip.tsx'
import { CheckBox } from '../../../parts/control/check-box.tsx'

const { DIR, MENU, BUTTON } = RESOURCE_TYPES
const DEPTH = { [DIR]: 0, [MENU]: 1, [BUTTON]: 2 }

/** Folders with their contents, in menu order. */
function inOrder(entries: readonly ExplainedEntry[], parentId: string | null = null): ExplainedEntry[] {
  return entries
    .filter((entry) => entry.parentId === parentId)
    .flatMap((entry) => [entry, ...inOrder(entries, entry.id)])
}

/** Further facts about one entry, beside whether it is granted. */
function Notes({ entry }: { entry: ExplainedEntry }) {
  const { t } = useText()
  const comma = t('list.comma')
  const notes = [
    entry.isOn ? null : t('explain.entryOff'),
    entry.folderOff === null ? null : t('explain.folderOff', { name: entry.folderOff }),
    entry.offRoles.length > 0 ? t('explain.offRoles', { roles: entry.offRoles.join(comma) }) : null,
    entry.isHidden ? t('explain.entryHidden') : null,
    entry.isHeld && entry.inMenu === false ? t('explain.notInMenu') : null,
  ].filter((note) => note !== null)
  return <>{notes.join('；')}</>
}

/** Every permission key: granted or not, through which roles, and why not. */
export function PermissionEntries({ entries }: { entries: readonly ExplainedEntry[] }) {
  const { t } = useText()
  const [typed, setTyped] = useState('')
  const [onlyMissing, setOnlyMissing] = useState(false)
  const ordered = useMemo(() => inOrder(entries), [entries])
  const text = typed.trim().toLowerCase()
  const shown = ordered.filter(
    (entry) =>
      (!onlyMissing || !entry.isHeld) &&
      (entry.title.toLowerCase().includes(text) || (entry.permission ?? '').toLowerCase().includes(text)),
  )
  return (
    <>
      <div className="explain-tools">
        <SearchField label={t('explain.search')} value={typed} onChange={setTyped} />
        <CheckBox checked={onlyMissing} onChange={setOnlyMissing}>
          {t('explain.onlyMissing')}
        </CheckBox>
      </div>
      {shown.length === 0 ? (
        <EmptyState text={t('state.empty')} />
      ) : (
        <div className="explain-entries">
          <table className="plain">
            <thead>
              <tr>
                <th>{t('explain.entry')}</th>
                <th>{t('explain.held')}</th>
                <th>{t('explain.throughRoles')}</th>
                <th>{t('explain.notes')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry) => (
                <tr key={entry.id}>
                  <td className={`depth-${DEPTH[entry.type]}`}>
                    {entry.title}
                    {entry.permission && <small className="t3">{entry.permission}</small>}
                  </td>
                  <td>
                    <Chip
                      tone={entry.isHeld ? 'plain' : 'off'}
                      glyph={entry.isHeld ? 'done' : 'disabled'}
                      text={t(entry.isHeld ? 'explain.yes' : 'explain.no')}
                    />
                  </td>
                  <td>{entry.through.join(t('list.comma')) || '—'}</td>
                  <td className="t3">
                    <Notes entry={entry} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
