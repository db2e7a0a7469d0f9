import { type FileAccept, type FileFacts, type Resource, resourcePath, uploadFile } from '@sluice/contract'
import { t } from '../text/text.ts'
import { classify, envelopeIn } from './api-outcome.ts'
import { askerHeaders, queryOf } from './api.ts'
import { base64Of } from './jobs.ts'
import { addressOf } from './service-bases.ts'

/** The field of a row that files belong to. */
export interface FilePlace {
  resource: Resource
  row: string
  field: string
}

/** Why a file was refused or could not be opened, in the user's language. */
export class FileFailure extends Error {}

function factsOf(text: string): FileFacts {
  const heard = envelopeIn(text)
  const outcome = heard && classify(heard, t('files.failed'))
  if (outcome?.kind === 'success' && heard?.code === 0) return heard.data as FileFacts
  throw new FileFailure(heard?.message || t('files.failed'))
}

/**
 * Sends one file; `onPart` receives the fraction sent, 0 to 1.
 * @throws FileFailure
 */
export async function sendFile(file: File, accept: FileAccept, onPart: (part: number) => void): Promise<FileFacts> {
  const content = await base64Of(file).catch(() => {
    throw new FileFailure(t('files.failed'))
  })
  const body = JSON.stringify({ name: file.name.slice(-200) || 'file', accept, content })
  return new Promise((resolve, reject) => {
    // `fetch` reports no upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(uploadFile.path))
    for (const [name, value] of Object.entries({ ...askerHeaders(), 'content-type': 'application/json' }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new FileFailure(t('net.offline')))
    request.onload = () => {
      try {
        resolve(factsOf(request.responseText))
      } catch (error) {
        reject(error)
      }
    }
    request.send(body)
  })
}

/** The content of a file that a row refers to. It needs the session's token, so a plain address does not open it. */
export async function fileContent({ resource, row, field }: FilePlace, file: string): Promise<Blob> {
  const address = addressOf(resourcePath(resource, 'file')) + queryOf({ id: row, field, file })
  const response = await fetch(address, { credentials: 'same-origin', headers: askerHeaders() }).catch(() => null)
  if (!response?.ok) throw new FileFailure(response ? t('files.gone') : t('net.offline'))
  return response.blob()
}

/** Whether the server made this image itself, so that the console shows it. */
export function isPhoto({ type }: Pick<FileFacts, 'type'>): boolean {
  return type === 'image/webp'
}
