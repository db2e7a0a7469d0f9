import { LIVE_LOOK_BACK_MS, LIVE_PATH } from '@sluice/contract'
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
