import { setWorkDays, type WorkDay, workDaysSchema, yearOf } from '@sluice/contract'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useText } from '../../../lib/text/text.ts'
import { FileChoice } from '../../../parts/form/file-choice.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { useDaysChange } from './mark-days.tsx'

/** The days of a file, or undefined where it holds none. */
async function readDays(file: File): Promise<WorkDay[] | undefined> {
  try {
    return workDaysSchema.parse(JSON.parse(await file.text()))
  } catch {
    return undefined
  }
}

interface JsonImportProps {
  onClose: () => void
  onDone: (year: number) => void
}

/** Brings the days of a file of JSON: a list of date, kind and name, as the export writes it. */
export function JsonImport({ onClose, onDone }: JsonImportProps) {
  const { t } = useText()
  const { busy, change } = useDaysChange()
  const [file, setFile] = useState<File | null>(null)
  const [days, setDays] = useState<readonly WorkDay[] | undefined>()
  const choose = async (chosen: File) => {
    const read = await readDays(chosen)
    setFile(chosen)
    setDays(read)
  }
  const save = async () => {
    if (!days) return
    if (await change(() => call(setWorkDays, { days: [...days] }), t('workDay.saved'))) onDone(yearOf(days[0]!.date))
  }
  return (
    <SideDialog
      title={t('workDay.importJson')}
      busy={busy}
      ready={days !== undefined}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <FileChoice file={file} accept=".json" hint={t('workDay.jsonHint')} onFile={(chosen) => void choose(chosen)} />
      {file && (
        <p role="status" className={days ? undefined : 'form-error'}>
          {days
            ? t('workDay.jsonRead', { n: days.length, from: days[0]!.date, to: days.at(-1)!.date })
            : t('workDay.jsonRefused')}
        </p>
      )}
    </SideDialog>
  )
}
