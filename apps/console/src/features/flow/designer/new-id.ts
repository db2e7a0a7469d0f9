const LENGTH = 10

/** An id for what is drawn: of its kind, and like no other of the flow. */
export function newId(kind: 'step' | 'branch' | 'field'): string {
  const random = [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => (byte % 36).toString(36)).join('')
  return `${kind}-${random}`
}
