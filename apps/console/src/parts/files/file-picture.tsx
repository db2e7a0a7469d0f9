import type { FileFacts } from '@sluice/contract'
import { useEffect, useState } from 'react'
import { useAsked } from '../../lib/api/answer.ts'
import { fileContent, type FilePlace } from '../../lib/api/files.ts'
import { useText } from '../../lib/text/text.ts'

/** An object URL of the content, revoked when the component no longer shows it. */
export function useBlobAddress(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!content) return undefined
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return address
}

/** A photo of a row. */
export function FilePicture({ place, file }: { place: FilePlace; file: FileFacts }) {
  const { t } = useText()
  const { data, isError } = useAsked(
    ['file', place.resource.name, place.row, place.field, file.id],
    () => fileContent(place, file.id),
    { staleMs: 300_000, once: true },
  )
  const address = useBlobAddress(data)
  if (isError) return <span className="t3">{t('files.gone')}</span>
  return address ? <img src={address} alt={file.name} /> : <span className="file-wait" aria-busy="true" />
}
