import { z } from 'zod'
import { type Service, SERVICES } from './resource.ts'

/** Additional base addresses of services; omitted ones have only their own base (BS-2). */
export type ServiceBases = Readonly<Partial<Record<Service, string>>>

/** The version segment keeps a base apart from the addresses of the console's screens. */
const BASE = /^(\/[A-Za-z0-9_-]+)+\/v1$/

const isService = (name: string): name is Service => Object.hasOwn(SERVICES, name)
const overlap = (one: string, two: string) => `${one}/`.startsWith(`${two}/`) || `${two}/`.startsWith(`${one}/`)

/**
 * `device=/field/device/v1,valve=/field/valve/v1`: paths of our own host, because the content policy lets the console
 * call no other (SEC-8) and its cookie is sent to no other. An issue's message continues the name of the setting.
 */
export const serviceBasesSchema = z.string().transform((text, { issues }): ServiceBases => {
  const bases: Partial<Record<Service, string>> = {}
  const refuse = (message: string) => void issues.push({ code: 'custom', input: text, message })
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [name = '', base = ''] = entry.split(/=(.*)/s)
    if (!isService(name)) refuse(`holds "${entry}", but the services are ${Object.keys(SERVICES).join(', ')}`)
    else if (name in bases) refuse(`names ${name} twice`)
    else if (!BASE.test(base)) refuse(`holds "${entry}", but a base is a path of this host such as /field/${name}/v1`)
    else bases[name] = base
  }
  const taken = [...Object.values(SERVICES), ...Object.values(bases)]
  for (const [name, base] of Object.entries(bases))
    if (taken.some((other, at) => at !== taken.lastIndexOf(base) && overlap(base, other)))
      refuse(`holds "${name}=${base}", but that path stands in another base or holds one`)
  return bases
})

/** The text that `serviceBasesSchema` reads. */
export function serviceBasesText(bases: ServiceBases): string {
  return Object.entries(bases)
    .map((entry) => entry.join('='))
    .join(',')
}

/** The path of a call for clients: a path below a moved service's own base becomes one below the other base. */
export function movedPath(path: string, bases: ServiceBases): string {
  return swapped(path, bases, (own, base) => [own, base])
}

/** The inverse: the contract's path of a call. */
export function ownPath(path: string, bases: ServiceBases): string {
  return swapped(path, bases, (own, base) => [base, own])
}

function swapped(path: string, bases: ServiceBases, way: (own: string, base: string) => [string, string]): string {
  for (const [service, base] of Object.entries(bases)) {
    const [from, to] = way(SERVICES[service as Service], base)
    if (path.startsWith(`${from}/`)) return to + path.slice(from.length)
  }
  return path
}
