import { type Language, LIVE_LOOK_BACK_MS, LIVE_PATH } from '@sluice/contract'
import { JSON_MAX_DEPTH } from '../http/json-depth.ts'
import { CALL_LIMITS } from '../http/rate-limit.ts'

const { session: SESSION, address: ADDRESS } = CALL_LIMITS

/** Rules for every call; the text at the head of the document. */
export const ABOUT = `Every answer of the API is an envelope: \`code\` (0 is success), \`message\` in the caller's \
language (\`accept-language: zh-CN\` or \`en-US\`), \`data\`, and for a failure \`traceId\`; \`data.error\` then names the \
error by its key, and \`data.fields\` says per field why it was refused. Names of what the program brings (roles, \
products, menu, dictionaries) are in that language too, as long as nobody renamed them.

**Who calls.** A person holds a session cookie and sends the header token beside it. A program sends its key as \
\`x-api-key\`. Every call that needs a permission names it as \`x-permission\`, whether a key opens it as \`x-callers\`, and \
the line that it leaves in the operation log as \`x-audit\`; rows are seen within the caller's data scope, \
and a row out of scope is answered like one that does not exist (404).

**Lists** take \`page\`, \`limit\` (at most 100), \`keyword\`, \`sort\`, \`order\` and their filters, and answer \
\`{list, total, page, limit}\`. **Times** are ISO 8601 with offset; **money** is an integer of fen; **ids** are text.

**Changes** carry the \`version\` that was read; somebody else's change in between is answered 409 \`stale-version\`. \
**Limits.** Whoever is signed in, and each key, may call ${SESSION.perSecond} times a second on average and \
${SESSION.burst} times at once; an address whose calls name nobody (sign-in, this document, a wrong cookie or key) \
${ADDRESS.perSecond} times a second and ${ADDRESS.burst} at once. Every answer that was counted says against which limit \
(\`RateLimit-Policy\`, \`"session"\` or \`"address"\`) and what is left of it (\`RateLimit\`: \`r\` calls, and where none is \
left the seconds to wait as \`t\`). What comes beyond is answered 429 with \`Retry-After\` in seconds, and so is long work \
beyond its number, whatever is left of the limit. A body holds 1 MiB, an upload what its call says, and \
${JSON_MAX_DEPTH} levels of lists and objects.

**Sockets** (WebSocket, same origin, session cookie): \`${LIVE_PATH}\` tells states, messages, commands and imports of what \
the page says it watches, \`{"watch":{"devices":"all"}}\`, and of devices newly watched at once what was last told of them \
in the ${LIVE_LOOK_BACK_MS / 1000} s before; its first message is \`{"type":"hello",…}\`. \
\`/fault/{deptId}/{a name of 32 letters or digits that the page makes up}\` tells the bell what is new in a department, with \`?lang=en-US\` in English. Both close with 4401 when the \
session is over.`

const ABOUT_ZH = `接口的每个返回都是一个信封：\`code\`（0 为成功）、\`message\`（按 \`accept-language: zh-CN\` 或 \`en-US\` 的语言）、\
\`data\`，失败时还有 \`traceId\`；此时 \`data.error\` 是错误的键，\`data.fields\` 说明每个字段被拒的原因。平台自带的名称（角色、产品、\
菜单、字典）也按该语言给出，改过名的除外。

**谁来调用。** 用户持有会话 Cookie，并另发请求头令牌；程序以 \`x-api-key\` 发送密钥。需要权限的接口在 \`x-permission\` 中写明权限，\
\`x-callers\` 说明密钥能否调用，\`x-audit\` 是它在操作日志中留下的一行。只能看到数据范围内的行，范围外的与不存在的一样返回 404。

**列表**接受 \`page\`、\`limit\`（最多 100）、\`keyword\`、\`sort\`、\`order\` 和各自的筛选，返回 \`{list, total, page, limit}\`。\
**时间**为带时区的 ISO 8601；**金额**为以分计的整数；**编号**为文本。

**修改**要带上读到的 \`version\`；期间被别人改过则返回 409 \`stale-version\`。**限速：**每个登录的用户和每个密钥平均每秒 \
${SESSION.perSecond} 次，最多一次 ${SESSION.burst} 次；没有身份的调用（登录、本文档、错误的 Cookie 或密钥）按地址平均每秒 \
${ADDRESS.perSecond} 次，最多一次 ${ADDRESS.burst} 次。计入限速的返回都写明限额（\`RateLimit-Policy\`）和余量（\`RateLimit\`）；超出时返回 \
429，\`Retry-After\` 为应等待的秒数。请求体最多 1 MiB，上传以接口说明为准；列表和对象最多嵌套 ${JSON_MAX_DEPTH} 层。

**套接字**（WebSocket，同源，会话 Cookie）：\`${LIVE_PATH}\` 推送页面所关注设备的状态、报文、指令和导入，关注方式如 \
\`{"watch":{"devices":"all"}}\`；新关注的设备立即补发此前 ${LIVE_LOOK_BACK_MS / 1000} 秒内的内容，首条消息为 \`{"type":"hello",…}\`。\
\`/fault/{deptId}/{页面自取的 32 位字母数字名}\` 推送该部门的新故障，英文加 \`?lang=en-US\`。会话结束时两者都以 4401 关闭。`

/** The same for readers of either language. */
export function aboutIn(language: Language): string {
  return language === 'zh-CN' ? ABOUT_ZH : ABOUT
}
