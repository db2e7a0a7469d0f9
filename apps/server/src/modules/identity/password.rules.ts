/** 8 to 64 characters with letters and digits (README "Settled"). */
export function isStrongPassword(password: string): boolean {
  const length = Array.from(password).length
  return length >= 8 && length <= 64 && /\p{L}/u.test(password) && /\p{N}/u.test(password)
}

/** No look-alikes: it is read from a screen and typed once. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const DIGITS = '23456789'

/** A password of 16 characters out of random bytes: about 91 bits, always with letters and digits. */
export function oneTimePassword(random: (below: number) => number): string {
  const all = LETTERS + DIGITS
  const letters = Array.from({ length: 14 }, () => all[random(all.length)]!)
  letters.splice(random(15), 0, LETTERS[random(LETTERS.length)]!)
  letters.splice(random(16), 0, DIGITS[random(DIGITS.length)]!)
  return letters.join('')
}
