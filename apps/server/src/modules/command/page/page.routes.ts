import { commandsOfKey, issueOperatorKey, operatorKeyResource, revokeOperatorKey, sendFromPage } from '@sluice/contract'
import { operatorKeyOf } from '../../../platform/http/access.ts'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import { OPERATOR_KEY_COMPUTED } from './operator-key.store.ts'
import type { CommandPage } from './page.service.ts'

export function mountPage(api: Api, page: CommandPage): void {
  mountResource(api, operatorKeyResource, { computed: OPERATOR_KEY_COMPUTED })
  mountOperation(api, issueOperatorKey, (input, context) => page.issue(input, context))
  mountOperation(api, revokeOperatorKey, ({ id }, context) => page.revoke(id, context))
  mountOperation(api, commandsOfKey, (_input, { request, ip, traceId }) =>
    page.commandsOfKey(operatorKeyOf(commandsOfKey.access, request) ?? '', { ip, traceId }),
  )
  mountOperation(api, sendFromPage, (input, context) => {
    const key = operatorKeyOf(sendFromPage.access, context.request)
    const { ip, traceId } = context
    return key === undefined ? page.sendWithSession(input, context) : page.sendWithKey(key, input, { ip, traceId })
  })
}
