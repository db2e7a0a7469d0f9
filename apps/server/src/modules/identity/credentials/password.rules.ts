/** FR-5: 8 to 64 characters with letters and digits. */
export function isPasswordForm(password: string): boolean {
  const length = Array.from(password).length
  return length >= 8 && length <= 64 && /\p{L}/u.test(password) && /\p{N}/u.test(password)
}

/** The owner of a password, with the words an attacker would try first. */
export interface PasswordOwner {
  username: string
  nickName?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
}

/** Words that suggest themselves to any user of this product. */
const PRODUCT_WORDS = ['sluice', '云阀', 'yunfa']

/** A syllable of two letters is in every second word; two ideographs are a name already. */
const isTelling = (word: string) => word.length >= (/^[\p{ASCII}]*$/u.test(word) ? 3 : 2)

/** Of a phone number the last digits are used alone. */
const PHONE_ENDS = [8, 6]

/**
 * The words that add no strength to this person's password, longest first: their names whole and in parts (`zhang` of
 * `zhang.wei88@example.com`), their department's and the product's.
 */
export function ownWords(owner: PasswordOwner, around: readonly string[]): string[] {
  const { username, nickName, phone, email } = owner
  const texts = [username, nickName, email, ...around, ...PRODUCT_WORDS].flatMap((text) => (text ? [folded(text)] : []))
  const parts = texts.flatMap((text) => {
    const runs = runsOf(text)
    return [text, runs.join(''), text.replace(/\P{L}/gu, ''), ...runs]
  })
  const numbers = phone ? [phone, ...PHONE_ENDS.map((digits) => phone.slice(-digits))] : []
  const words = [...new Set([...parts, ...numbers])].filter(isTelling)
  return words.toSorted((one, other) => other.length - one.length)
}

/** Runs of letters, and of digits. */
const runsOf = (text: string): string[] => text.match(/\p{L}+|\p{N}+/gu) ?? []

/** Full-width letters and capitals are the same word. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The password without these words, however often they occur in it. */
export function withoutWords(password: string, words: readonly string[]): string {
  return words.reduce((left, word) => left.replaceAll(new RegExp(escaped(word), 'giu'), ''), password.normalize('NFKC'))
}

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/**
 * How many guesses a password must withstand. A hundred million: eight characters out of chance, the shortest that FR-5
 * allows, pass; at the speed of our hash a thief of the database tries that many in half a year of one core.
 */
const GUESSES_ENOUGH = 1e8

export function isGuessable(guesses: number): boolean {
  return guesses < GUESSES_ENOUGH
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
