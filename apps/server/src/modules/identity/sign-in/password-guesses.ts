import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/**
 * The checker's cost grows faster than the length. More than these characters are not looked at; the measured worst is in
 * docs/decisions/0024-passwords.md.
 */
const EXAMINED = 32
/** Ways to read digits and signs as letters; the next eighty cost four times as much and found nothing more. */
const SUBSTITUTIONS = 20

/** Common passwords here that lists of western origin lack: everyday pinyin, and the words of the trade. */
const LOCAL_WORDS = [
  'woaini woaiwojia nihao zhongguo beijing mima denglu guanli guanliyuan yonghu xitong pingtai gongsi ceshi',
  'shengri laopo baobao aini yiqi valve famen shuizha zhamen guanqu shuili shuiwu shuiku bengzhan shuizhan shebei',
  'jiankong diaodu shuibiao guanwang quanxian zidonghua wulianwang 密码 登录 管理 管理员 用户 系统 平台 公司 测试',
  '中国 北京 我爱你 阀门 水闸 闸门 灌区 水利 水利局 水务 水务局 水库 泵站 水站 设备 监控 调度 水表 管网',
].flatMap((line) => line.split(' '))

let checker: Promise<ZxcvbnFactory> | undefined

/** Its lists are 8 MB that most processes never need. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, local: LOCAL_WORDS },
    graphs: adjacencyGraphs,
    maxLength: EXAMINED,
    l33tMaxSubstitutions: SUBSTITUTIONS,
  })
}

/** How many guesses an attacker needs who knows common passwords, and `words` about the user. */
export async function guessesOf(password: string, words: readonly string[]): Promise<number> {
  checker ??= load()
  return (await checker).check(password, [...words]).guesses
}
