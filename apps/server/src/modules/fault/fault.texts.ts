import type { BuiltInWords } from '../../platform/resource/built-in-words.ts'

const word = (chinese: string, english: string) => ({ 'zh-CN': chinese, 'en-US': english })

/** The names of the kinds of faults (table `fault_code`), by their code. */
export const FAULT_WORDS: BuiltInWords = {
  C01: word('离线', 'Offline'),
  C02: word('从机失联', 'Slave lost'),
  C03: word('信号弱', 'Weak signal'),
  P01: word('电池欠压', 'Low battery'),
  P02: word('电池耗尽', 'Battery critical'),
  P03: word('市电断电', 'Mains lost'),
  S01: word('防拆报警', 'Box opened'),
  S03: word('水位计故障', 'Level gauge fault'),
  S04: word('存储器故障', 'Memory fault'),
  S05: word('水位越限', 'Level out of limits'),
  S06: word('流量越限', 'Flow out of limits'),
  S07: word('水质越限', 'Quality out of limits'),
  S08: word('密码多次错误', 'Repeated wrong passwords'),
  W05: word('水表异常', 'Meter abnormal'),
  W07: word('余量不足', 'Low balance'),
}
