import { movedPath, type ServiceBases, serviceBasesSchema } from '@sluice/contract'

/** The service bases that the server wrote into the page; the development server writes none. */
function readBases(): ServiceBases {
  const said = document.querySelector<HTMLMetaElement>('meta[name="service-bases"]')?.content ?? ''
  return serviceBasesSchema.safeParse(said).data ?? {}
}

const bases = readBases()

/** BS-2: the address of a path of the contract. */
export function addressOf(path: string): string {
  return movedPath(path, bases)
}
