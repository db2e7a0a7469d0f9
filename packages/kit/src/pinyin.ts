/**
 * The first syllable of each letter in Chinese collation order: a character belongs to the last of these that does not
 * come after it. No syllable begins with i, u or v.
 */
const OPENERS = '阿芭擦搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝'
const LETTERS = 'abcdefghjklmnopqrstwxyz'
const HAN = /\p{Script=Han}/u

let order: Intl.Collator | null = null

function letterOf(character: string): string {
  if (!HAN.test(character)) return character.toLowerCase()
  order ??= new Intl.Collator('zh-CN-u-co-pinyin')
  const openers = Array.from(OPENERS)
  const at = openers.findLastIndex((opener) => order!.compare(opener, character) <= 0)
  return LETTERS[Math.max(at, 0)]!
}

/** Initials as people type them: 设备列表 is `sblb`; other letters and digits stand for themselves. */
export function pinyinInitials(text: string): string {
  return Array.from(text, letterOf).join('')
}
