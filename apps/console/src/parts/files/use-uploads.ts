import { type FieldOf, type FileFacts, fileMaxBytes, mostFiles } from '@sluice/contract'
import { useRef, useState } from 'react'
import { FileFailure, sendFile } from '../../lib/api/files.ts'
import { toast } from '../../lib/page/toast.ts'
import { bytesText } from '../../lib/text/value-text.ts'
import { t } from '../../lib/text/text.ts'

/** One file of a form: its facts on the server, or its upload progress. */
export interface FileItem {
  key: string
  /** Its id is empty until the upload is complete. */
  facts: FileFacts
  /** Set for a file chosen in this form. */
  file?: File
  /** The fraction uploaded, 0 to 1. */
  part?: number
  failed?: string
}

let made = 0

const chosen = (file: File): FileItem => {
  made += 1
  return { key: `new ${made}`, facts: { id: '', name: file.name, type: file.type, size: file.size }, file, part: 0 }
}

/** The files of a field while a form is open: failed uploads stay visible, but are not part of the value. */
export function useUploads(
  field: FieldOf<'files'>,
  value: readonly FileFacts[] | null | undefined,
  onChange: ((value: FileFacts[]) => void) | undefined,
) {
  const [items, draw] = useState<readonly FileItem[]>(() => (value ?? []).map((facts) => ({ key: facts.id, facts })))
  const latest = useRef(items)
  const change = (next: readonly FileItem[]) => {
    latest.current = next
    draw(next)
    onChange?.(next.filter(({ failed }) => failed === undefined).map(({ facts }) => facts))
  }
  const set = (key: string, to: (item: FileItem) => FileItem) =>
    change(latest.current.map((item) => (item.key === key ? to(item) : item)))

  const send = async ({ key, file }: FileItem) => {
    if (!file) return
    const fail = (failed: string) => set(key, ({ part: _part, ...item }) => ({ ...item, failed }))
    if (file.size > fileMaxBytes(field.accept))
      return fail(t('files.tooLarge', { size: bytesText(fileMaxBytes(field.accept)) }))
    try {
      const facts = await sendFile(file, field.accept, (part) => set(key, (item) => ({ ...item, part })))
      set(key, () => ({ key, facts, file }))
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error
      fail(error.message)
    }
  }
  return {
    items,
    add(files: readonly File[]) {
      const room = mostFiles(field) - latest.current.length
      if (files.length > room) toast('warning', t('files.tooMany', { n: mostFiles(field) }))
      const added = files.slice(0, Math.max(0, room)).map(chosen)
      if (added.length === 0) return
      change([...latest.current, ...added])
      for (const item of added) void send(item)
    },
    retry(item: FileItem) {
      set(item.key, ({ failed: _failed, ...rest }) => ({ ...rest, part: 0 }))
      void send(item)
    },
    remove: ({ key }: FileItem) => change(latest.current.filter((item) => item.key !== key)),
  }
}
