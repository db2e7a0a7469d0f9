import type { ProvisionAdmits, ProvisionOutcome } from '@sluice/contract'

/** What is set for the product, and what was given so far. */
export interface ProvisioningState {
  enabled: boolean
  /** New devices may be of the product. */
  published: boolean
  admits: ProvisionAdmits
  names: string | null
  totalLimit: number
  hourLimit: number
  expired: boolean
  /** Devices that have their token from here, and tokens of the last hour. */
  devices: number
  lastHour: number
}

/** The device of the name that was asked for. */
export interface NamedDevice {
  ofProduct: boolean
  inUse: boolean
  hasToken: boolean
  /** It reported, or a token of its own let it in. */
  wasConnected: boolean
  /** Its token was given here. */
  givenHere: boolean
}

/** Why there is no token, in the words that the device and the list of refusals are told. */
export type ProvisionRefusal =
  | 'provisioning is switched off'
  | 'provisioning has expired'
  | 'the product takes no new devices'
  | 'deviceName is not allowed'
  | 'no such device is registered'
  | 'the device is provisioned already'
  | 'the device is not in use'
  | 'the limit of devices is reached'
  | 'the limit of an hour is reached'
  | 'the token cannot be used'

export type ProvisionDecision = { outcome: ProvisionOutcome } | { refused: ProvisionRefusal }

/** A name that can be a device's number. */
const NAME = /^[A-Za-z0-9_.:-]{1,40}$/
/** As long as the tokens drawn here, so that nobody brings one that can be guessed. */
const OWN_TOKEN = /^[\x21-\x7e]{20,64}$/

/** Whether a device may bring this token. */
export function isOwnToken(token: string): boolean {
  return OWN_TOKEN.test(token) && new Set(token).size >= 8
}

/** Whether a device of this name gets a token, and which kind of gift that is. */
export function provisionDecision(
  provisioning: ProvisioningState,
  name: string,
  device: NamedDevice | undefined,
): ProvisionDecision {
  const refused = provisioningRefusal(provisioning, name)
  if (refused) return { refused }
  const decided = device ? ofNamed(device) : ofStranger(provisioning)
  if ('refused' in decided) return decided
  const { devices, totalLimit, lastHour, hourLimit } = provisioning
  if (decided.outcome !== 'REISSUED' && devices >= totalLimit) return { refused: 'the limit of devices is reached' }
  return lastHour >= hourLimit ? { refused: 'the limit of an hour is reached' } : decided
}

function provisioningRefusal(
  { enabled, published, expired, names }: ProvisioningState,
  name: string,
): ProvisionRefusal | undefined {
  if (!enabled) return 'provisioning is switched off'
  if (expired) return 'provisioning has expired'
  if (!published) return 'the product takes no new devices'
  if (!NAME.test(name) || !matchesNames(names, name)) return 'deviceName is not allowed'
  return undefined
}

function ofStranger({ admits }: ProvisioningState): ProvisionDecision {
  return admits === 'ANYBODY' ? { outcome: 'CREATED' } : { refused: 'no such device is registered' }
}

/**
 * A device that was connected once keeps what it has: whoever holds the secret of a product, which stands in every one of its
 * devices, must not be able to take the place of another. One that never was may have lost the answer.
 */
function ofNamed({ ofProduct, inUse, hasToken, wasConnected, givenHere }: NamedDevice): ProvisionDecision {
  if (!ofProduct || wasConnected) return { refused: 'the device is provisioned already' }
  if (!inUse) return { refused: 'the device is not in use' }
  if (!hasToken) return { outcome: 'CLAIMED' }
  return givenHere ? { outcome: 'REISSUED' } : { refused: 'the device is provisioned already' }
}

/** Patterns as they are written, apart by blanks and commas. */
function namePatterns(names: string | null): string[] {
  return (names ?? '').split(/[\s,，]+/).filter((pattern) => pattern !== '')
}

/** Whether one of the patterns describes the name; with none, any name will do. */
export function matchesNames(names: string | null, name: string): boolean {
  const patterns = namePatterns(names)
  return patterns.length === 0 || patterns.some((pattern) => fits(pattern, name))
}

/** `*` is any text, `?` one sign, `#` one digit. Goes back to the last `*` only, so that no pattern takes long. */
function fits(pattern: string, name: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0]
  while (from < name.length) {
    if (at < pattern.length && pattern[at] !== '*' && isSign(pattern[at]!, name[from]!)) {
      at++
      from++
    } else if (pattern[at] === '*') {
      star = at++
      mark = from
    } else if (star >= 0) {
      at = star + 1
      from = ++mark
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

function isSign(sign: string, letter: string): boolean {
  if (sign === '?') return true
  return sign === '#' ? letter >= '0' && letter <= '9' : sign === letter
}
