import {
  apiKeyResource,
  AVATAR_MAX_BYTES,
  beginTotp,
  confirmTotp,
  disableTotp,
  explainQuestion,
  explainUser,
  issueApiKey,
  issueOwnApiKey,
  ownApiKeyResource,
  ownApiKeys,
  ownProfile,
  type Profile,
  removeAvatar,
  renewRecoveryCodes,
  resetTotp,
  revokeApiKey,
  revokeOwnApiKey,
  totpState,
  updateProfile,
  uploadAvatar,
} from '@sluice/contract'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import type { ApiKeys } from './api-key.service.ts'
import { apiKeyComputed } from './api-key.store.ts'
import type { Avatars } from '../people/avatar.service.ts'
import type { Explain } from '../people/explain.service.ts'
import type { Profiles } from '../people/profile.service.ts'
import type { Totp } from './totp.service.ts'

export interface CredentialRoutes {
  totp: Totp
  apiKeys: ApiKeys
  explain: Explain
  avatars: Avatars
  profiles: Profiles
}

/** The calls for credentials, for explaining rights, and for the person's own profile and picture. */
export function mountCredentials(api: Api, { totp, apiKeys, explain, avatars, profiles }: CredentialRoutes): void {
  mountTotp(api, totp)
  mountApiKeys(api, apiKeys)
  mountProfile(api, profiles)
  mountOperation(api, explainUser, ({ userId }, { session, language }) => explain.user(userId, session, language))
  mountOperation(api, explainQuestion, (question, { session, language }) => explain.ask(question, session, language))
  // Base64 is a third longer than the bytes, and there is a little JSON around it.
  const upload = { bodyLimit: Math.ceil(AVATAR_MAX_BYTES * 1.4) }
  mountOperation(
    api,
    uploadAvatar,
    async ({ picture }, context) => ({ avatarPath: await avatars.save(picture, context) }),
    upload,
  )
  mountOperation(api, removeAvatar, async (_input, context) => done(avatars.remove(context)))
  avatars.serve(api.http.app, api.sessions)
}

function mountTotp(api: Api, totp: Totp): void {
  const enrolling = { beforeEnrolment: true }
  mountOperation(api, totpState, (_input, { session }) => totp.state(session), enrolling)
  mountOperation(api, beginTotp, (sealed, context) => totp.begin(context, sealed), enrolling)
  mountOperation(
    api,
    confirmTotp,
    async ({ code }, context) => ({ recoveryCodes: await totp.confirm(context, code) }),
    enrolling,
  )
  mountOperation(api, renewRecoveryCodes, async ({ code, ...sealed }, context) => ({
    recoveryCodes: await totp.renewRecoveryCodes(context, sealed, code),
  }))
  mountOperation(api, disableTotp, ({ code, ...sealed }, context) => done(totp.disable(context, sealed, code)))
  mountOperation(api, resetTotp, ({ id }, context) => done(totp.resetFor(id, context)))
}

/** A person's own profile: a program that acts for them may not rename them. */
function mountProfile(api: Api, profiles: Profiles): void {
  mountOperation(api, ownProfile, (_input, { session }) => profiles.own(session))
  mountOperation(api, updateProfile, (input, context) => {
    const { version, ...given } = input as Partial<Profile> & { version: number }
    return done(profiles.update(version, given, context))
  })
}

/** A key never makes, shows or revokes keys. */
function mountApiKeys(api: Api, apiKeys: ApiKeys): void {
  mountOperation(api, ownApiKeys, (_input, { session }) => apiKeys.ofCaller(session))
  mountOperation(api, issueOwnApiKey, (input, context) => apiKeys.issueOwn(input, context))
  mountOperation(api, revokeOwnApiKey, ({ id }, context) => done(apiKeys.revokeOwn(id, context)))
  mountOperation(api, issueApiKey, ({ userId, ...input }, context) => apiKeys.issueFor(userId, input, context))
  mountOperation(api, revokeApiKey, ({ id }, context) => done(apiKeys.revokeOf(id, context)))
  mountResource(api, apiKeyResource, { computed: apiKeyComputed })
  mountResource(api, ownApiKeyResource, { computed: apiKeyComputed, personOnly: true })
}

async function done(work: Promise<void>): Promise<true> {
  await work
  return true
}
