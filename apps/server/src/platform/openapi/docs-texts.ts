import { inLanguage, type Language, type Words } from '@sluice/contract'

const PAGE = {
  title: ['接口文档', 'API reference'],
  search: ['按名称、路径、权限查找', 'Search by name, path or permission'],
  find: ['查找', 'Search'],
  all: ['清除', 'Clear'],
  none: ['没有找到接口', 'No call found'],
  who: ['谁可调用', 'Who may call'],
  people: ['仅限登录的用户', 'people only'],
  programs: ['用户或程序的密钥', 'people and keys of programs'],
  input: ['请求', 'Request'],
  answer: ['返回', 'Answer'],
  parameters: ['参数', 'Parameters'],
  members: ['成员', 'Members'],
  required: ['必填', 'required'],
  nothing: ['无', 'Nothing'],
  or: ['或', 'or'],
  listOf: ['列表：', 'list of'],
  schema: ['JSON 结构', 'JSON Schema'],
  refusals: ['错误', 'Errors'],
  errors: ['错误代码', 'Error codes'],
  schemas: ['数据结构', 'Schemas'],
  calls: ['接口数', 'Calls'],
  file: ['OpenAPI 3.1 文件', 'OpenAPI 3.1 file'],
} as const satisfies Record<string, Words>

const ACCESS = {
  public: ['无需登录', 'no sign-in needed'],
  cookie: ['登录（仅 Cookie）', 'signed in (cookie only)'],
  session: ['已登录', 'signed in'],
  permission: ['需要权限', 'permission'],
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
