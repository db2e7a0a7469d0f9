import { inLanguage, type Language, type Words } from '@sluice/contract'

const PAGE = {
  title: ['接口文档', 'API reference'],
  search: ['按路径、名称、权限筛选', 'Filter by path, name or permission'],
  find: ['筛选', 'Filter'],
  all: ['显示全部', 'Show all'],
  none: ['没有匹配的接口', 'No matching calls'],
  input: ['请求', 'Request'],
  answer: ['响应', 'Response'],
  parameters: ['参数', 'Parameters'],
  required: ['必填', 'required'],
  refusals: ['失败', 'Failures'],
  schemas: ['数据结构', 'Schemas'],
  calls: ['接口数', 'Calls'],
  file: ['OpenAPI 3.1 文件', 'OpenAPI 3.1 file'],
  home: ['返回控制台', 'Back to the console'],
} as const satisfies Record<string, Words>

const ACCESS = {
  public: ['无需登录', 'no sign-in needed'],
  cookie: ['登录（仅 Cookie）', 'signed in (cookie only)'],
  session: ['登录', 'signed in'],
  permission: ['需要权限', 'permission needed'],
} as const satisfies Record<string, Words>

function spoken<Name extends string>(words: Record<Name, Words>, language: Language): Record<Name, string> {
  const entries = Object.entries<Words>(words).map(([name, said]) => [name, inLanguage(said, language)])
  return Object.fromEntries(entries) as Record<Name, string>
}

/** The texts of the page of the API. */
export function docsTexts(language: Language) {
  return { ...spoken(PAGE, language), access: spoken(ACCESS, language) }
}

export type DocsTexts = ReturnType<typeof docsTexts>
