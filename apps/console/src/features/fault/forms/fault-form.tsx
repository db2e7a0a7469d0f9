import { type FaultRow, faultResource, type Handled } from '@sluice/contract'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { useMutation } from '../../../lib/api/mutation.ts'
import { byName, useText } from '../../../lib/text/text.ts'
import { Glyph, levelGlyph } from '../../../parts/icon/glyphs.tsx'
import { requiredMark } from '../../../parts/form/required-mark.tsx'
import { SideDialog } from '../../../parts/overlay/side-dialog.tsx'
import type { TextKey } from '../../../texts/zh-CN.ts'
import { tellHandled } from './handled.ts'
import './fault-form.css'

/** Faults that somebody does something about: one, or several that were selected. */
export interface FaultFormProps {
  faults: readonly FaultRow[]
  onClose: () => void
}

interface Props extends FaultFormProps {
  title: string
  /** What is said of how many were done. */
  said: TextKey
  ready: boolean
  send: (ids: string[]) => Promise<Handled>
  children: ReactNode
}

/** Which fault it is about, or how many. */
function Subject({ faults }: Pick<FaultFormProps, 'faults'>) {
  const { t } = useText()
  const [fault] = faults
  if (!fault) return null
  const worst = Math.max(...faults.map(({ level }) => level))
  return (
    <p className="fault-subject">
      <Glyph name={levelGlyph(worst)} toned />
      {faults.length === 1 ? (
        <>
          <b>{byName(`fault.${fault.code}`, fault.code)}</b> {fault.deviceName}
        </>
      ) : (
        <b>{t('faultForm.of', { n: faults.length })}</b>
      )}
    </p>
  )
}

/** The frame of what people do about faults with words: it sends, says what was refused, and closes. */
export function FaultForm({ faults, onClose, title, said, ready, send, children }: Props) {
  const { busy, mutate } = useMutation(faultResource.name)
  const apply = async () => {
    const done = await mutate(async () => tellHandled(await send(faults.map(({ id }) => id)), faults, said))
    if (done) onClose()
  }
  return (
    <SideDialog title={title} busy={busy} ready={ready} onConfirm={() => void apply()} onClose={onClose}>
      <Subject faults={faults} />
      <Form layout="vertical" requiredMark={requiredMark}>
        {children}
      </Form>
    </SideDialog>
  )
}
