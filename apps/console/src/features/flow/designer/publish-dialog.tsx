import { type FlowProblem, publishFlow } from '@sluice/contract'
import { Input } from 'antd'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { useMutation } from '../../../lib/api/mutation.ts'
import { toast } from '../../../lib/page/toast.ts'
import { useText } from '../../../lib/text/text.ts'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import { useDesigner } from './designer.ts'

interface PublishProps {
  /** The version that it would be. */
  next: number
  flush: () => Promise<number | undefined>
  onPublished: (version: number) => void
  /** The server found what the browser did not. */
  onRefused: (problems: readonly FlowProblem[]) => void
  onClose: () => void
}

/** Makes a version of the draft, with a note of what is new in it. */
export function PublishDialog({ next, flush, onPublished, onRefused, onClose }: PublishProps) {
  const { t } = useText()
  const { id } = useDesigner()
  const [note, setNote] = useState('')
  const { busy, mutate } = useMutation('flowDefinition')
  const publish = async () => {
    const version = await flush()
    if (version === undefined) {
      toast('warning', t('flow.notSavedYet'))
      return
    }
    await mutate(async () => {
      const trimmed = note.trim()
      const answer = await call(publishFlow, { id, version, ...(trimmed === '' ? {} : { note: trimmed }) })
      onClose()
      if (answer.versionNo === null) onRefused(answer.problems)
      else {
        toast('success', t('flow.published', { n: answer.versionNo }))
        onPublished(answer.version)
      }
    })
  }
  return (
    <SideDialog
      title={t('flow.publish', { n: next })}
      busy={busy}
      confirmLabel={t('flow.publishNow')}
      onConfirm={() => void publish()}
      onClose={onClose}
    >
      <p className="hint">{t('flow.publishHint')}</p>
      <Input.TextArea
        aria-label={t('flow.note')}
        placeholder={t('flow.note')}
        value={note}
        maxLength={200}
        autoSize={{ minRows: 3, maxRows: 6 }}
        onChange={(event) => setNote(event.target.value)}
      />
    </SideDialog>
  )
}
