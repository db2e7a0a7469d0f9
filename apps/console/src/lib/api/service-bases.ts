import { movedPath, type ServiceBases, serviceBasesSchema } from '@sluice/contract'

/** What the page says of it, which the server wrote there; the development server writes nothing. */
function readBases(): ServiceBases {
  const said = document.querySelector<HTMLMetaElement>('meta[name="service-bases"]')?.content ?? ''
  return serviceBasesSchema.safeParse(said).data ?? {}
}

const bases = readBases()

/** BS-2: where a path of the contract is asked for. */
export function addressOf(path: string): string {
  return movedPath(path, bases)
}
