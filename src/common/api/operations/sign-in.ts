import { z } from 'zod'
import {
  identityProvider,
  newToken,
  revoked,
  session,
  signInDocument,
  signInLink,
  tokenInfo
} from '../shapes'
import { endpoint, type Operation } from './operation'

const linkRequest = z.object({
  owner: z.boolean().exactOptional(),
  email: z.string().exactOptional(),
  name: z.string().exactOptional(),
  groups: z.string().array().exactOptional()
})
const tokenRequest = z.object({
  kind: z.enum(['access', 'site', 'admin']).default('access'),
  email: z.string(),
  groups: z.string().array().exactOptional(),
  site: z.string().exactOptional(),
  expiresAt: z.number().int().exactOptional()
})

/** Who may come in: tokens, browsers that are signed in, whose JWTs are believed (A2, A5). */
export const signInOperations = [
  {
    ...endpoint('listTokens'),
    group: 'Tokens',
    summary: 'Lists the tokens, never their text.',
    caller: 'owner',
    answers: { 200: { description: 'Newest first.', body: tokenInfo.array() } },
    refusals: ['forbidden']
  },
  {
    ...endpoint('createToken'),
    group: 'Tokens',
    summary: 'Makes a token; its text is told this once.',
    caller: 'owner',
    body: { kind: 'json', schema: tokenRequest, required: true },
    answers: { 201: { description: 'The token.', body: newToken } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  },
  {
    ...endpoint('revokeToken'),
    group: 'Tokens',
    summary: 'Revokes a token, from the next request on.',
    caller: 'owner',
    answers: { 204: { description: 'Revoked.', body: null } },
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('listSessions'),
    group: 'Sessions',
    summary: 'Lists the browsers that are signed in.',
    caller: 'owner',
    answers: { 200: { description: 'The last used first.', body: session.array() } },
    refusals: ['forbidden']
  },
  {
    ...endpoint('endSessions'),
    group: 'Sessions',
    summary: 'Ends every session, also the one that asks.',
    caller: 'owner',
    answers: { 204: { description: 'Ended.', body: null } },
    refusals: ['forbidden']
  },
  {
    ...endpoint('endSession'),
    group: 'Sessions',
    summary: 'Ends a session, from the next request on; its event streams end too.',
    caller: 'owner',
    answers: { 204: { description: 'Ended.', body: null } },
    refusals: ['forbidden', 'not-found']
  },
  {
    ...endpoint('signOut'),
    group: 'Sessions',
    summary: 'Ends the session that asks.',
    description: 'A caller with a token, or a window of the app, has none: `not-found`.',
    caller: 'token',
    answers: { 204: { description: 'Ended; the cookie is taken away.', body: null } },
    refusals: ['not-found']
  },
  {
    ...endpoint('logout'),
    group: 'Sessions',
    summary: 'Signs out, as clients ask for it: ends the browser’s session, if there is one. Tokens stay.',
    caller: 'token',
    answers: { 204: { description: 'Signed out; the cookie is taken away.', body: null } },
    refusals: []
  },
  {
    ...endpoint('createSignInLink'),
    group: 'Sessions',
    summary: 'Makes a link that signs one browser in, once, within 15 minutes.',
    description:
      'As the person that it names, with what the permissions let that person do, or with `owner: true` as the owner.',
    caller: 'owner',
    body: { kind: 'json', schema: linkRequest, required: true },
    answers: { 201: { description: 'The link, told this once.', body: signInLink } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  },
  {
    ...endpoint('revokeAll'),
    group: 'Sessions',
    summary: 'Revokes every token, ends every session, and takes back every link that was not used.',
    description:
      'Nobody but a window of the app comes in any more, until new ones are made. JWTs are their provider’s.',
    caller: 'owner',
    answers: { 200: { description: 'How many of each.', body: revoked } },
    refusals: ['forbidden']
  },
  {
    ...endpoint('readIdentityProvider'),
    group: 'Tokens',
    summary: 'Tells whose JWTs are believed.',
    caller: 'owner',
    answers: { 200: { description: 'The provider, or null.', body: identityProvider } },
    refusals: ['forbidden']
  },
  {
    ...endpoint('setIdentityProvider'),
    group: 'Tokens',
    summary: 'Sets whose JWTs are believed; null for nobody’s.',
    caller: 'owner',
    body: { kind: 'json', schema: identityProvider, required: true },
    answers: { 200: { description: 'The provider, or null.', body: identityProvider } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  }
] as const satisfies readonly Operation[]

/** Where people sign in, told to everybody (A7). */
export const signInDocumentOperations = [
  {
    ...endpoint('readSignIn'),
    group: 'Tokens',
    summary: 'Tells where people sign in to get a token: OAuth 2.0 Protected Resource Metadata (RFC 9728).',
    description:
      '`galley_client_id` and `galley_audience` are what a Galley that syncs with this one asks the provider for.',
    caller: 'anybody',
    answers: { 200: { description: 'The provider.', body: signInDocument } },
    refusals: ['not-found']
  }
] as const satisfies readonly Operation[]
