import { z } from 'zod'
import {
  access,
  event,
  identityProvider,
  newToken,
  setAsideItem,
  revoked,
  session,
  signInDocument,
  signInLink,
  tokenInfo,
  transfer,
  workspace
} from '../shapes'
import { workspaceHealth } from '../../health'
import { trustInfo } from '../../trust'
import { draftPlace, keptDraft } from '../drafts'
import { signInAddress } from '../routes'
import type { Operation } from './operation'

const owner = z.object({ owner: z.object({ name: z.string(), email: z.string() }) })
const linkWish = z.object({
  owner: z.boolean().exactOptional(),
  email: z.string().exactOptional(),
  name: z.string().exactOptional(),
  groups: z.string().array().exactOptional()
})
const tokenWish = z.object({
  kind: z.enum(['access', 'site', 'admin']).default('access'),
  email: z.string(),
  groups: z.string().array().exactOptional(),
  site: z.string().exactOptional(),
  expiresAt: z.number().int().exactOptional()
})

/** What the app itself needs: the workspace, tokens, permissions explained, events, and this document. */
export const appOperations = [
  {
    id: 'events',
    method: 'GET',
    address: '/events',
    group: 'Live',
    summary: 'Tells everything that happens and that the caller may know of, as server-sent events.',
    description: `The first is \`hello\`. Each is one of: ${eventTypes().join(', ')}.`,
    caller: 'token',
    answers: { 200: { description: 'A stream that goes on.', body: 'events' } },
    refusals: ['too-many']
  },
  {
    id: 'stopOperation',
    method: 'DELETE',
    address: '/app/operations/{name}',
    group: 'Live',
    summary: 'Stops a move, copy or deletion under way, by the name that its request gave it.',
    description: 'What it did is taken back, and its request fails with the reason `cancelled`.',
    caller: 'token',
    answers: { 204: { description: 'It was asked to stop.', body: null } },
    refusals: ['not-found']
  },
  {
    id: 'readAccess',
    method: 'GET',
    address: '/app/access/{scope}',
    group: 'Permissions',
    summary: 'Says what the caller may do at a path and with its config, and which rows decided.',
    caller: 'token',
    query: [
      { name: 'email', description: 'Of somebody else; for Organization Administrators.' },
      { name: 'groups', description: 'The groups of that person, with commas between.' }
    ],
    answers: { 200: { description: 'The actions and the reasons.', body: access } },
    refusals: ['bad-path', 'bad-request', 'forbidden']
  },
  {
    id: 'readWorkspace',
    method: 'GET',
    address: '/app/workspace',
    group: 'Workspace',
    summary: 'Tells which workspace this is, whose, and what was found damaged.',
    caller: 'token',
    answers: { 200: { description: 'The workspace.', body: workspace } },
    refusals: []
  },
  {
    id: 'setOwner',
    method: 'PUT',
    address: '/app/workspace',
    group: 'Workspace',
    summary: 'Sets who the owner is.',
    caller: 'owner',
    body: { kind: 'json', schema: owner, required: true },
    answers: { 200: { description: 'The workspace.', body: workspace } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  },
  {
    id: 'setServiceFolder',
    method: 'PUT',
    address: '/app/service-folder',
    group: 'Workspace',
    summary: 'Renames the service folder of every site, which holds its schemas.',
    description:
      'All or nothing, with ids and history. The name comes without its dot. Rows of permissions that name the old folder are not changed.',
    caller: 'owner',
    body: { kind: 'json', schema: z.object({ name: z.string() }), required: true },
    answers: { 200: { description: 'The workspace.', body: workspace } },
    refusals: ['bad-request', 'forbidden', 'exists', 'too-large']
  },
  {
    id: 'readHealth',
    method: 'GET',
    address: '/app/health',
    group: 'Workspace',
    summary: 'Tells how the store, the disk and the place of the workspace are.',
    description:
      'What the last examination of the whole store found damaged, how much room is left on the disk, and whether another program mirrors the folder or it lies on a network.',
    caller: 'owner',
    answers: { 200: { description: 'How they are.', body: workspaceHealth } },
    refusals: ['forbidden']
  },
  {
    id: 'checkHealth',
    method: 'POST',
    address: '/app/health/check',
    group: 'Workspace',
    summary: 'Begins to examine the whole store, unless that is under way.',
    description: 'Nothing is written. An event `health` tells of its end.',
    caller: 'owner',
    answers: { 202: { description: 'It is under way.', body: workspaceHealth } },
    refusals: ['forbidden']
  },
  {
    id: 'silencePlace',
    method: 'PUT',
    address: '/app/health/place',
    group: 'Workspace',
    summary: 'Sets whether the window speaks of the place of the workspace by itself.',
    caller: 'owner',
    body: { kind: 'json', schema: z.object({ silenced: z.boolean() }), required: true },
    answers: { 200: { description: 'How the workspace is.', body: workspaceHealth } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  },
  {
    id: 'listSetAside',
    method: 'GET',
    address: '/app/set-aside',
    group: 'Workspace',
    summary: 'Lists what was set aside because it was damaged or broke a rule.',
    caller: 'owner',
    answers: { 200: { description: 'Newest first.', body: setAsideItem.array() } },
    refusals: ['forbidden']
  },
  {
    id: 'readSetAside',
    method: 'GET',
    address: '/app/set-aside/{name}',
    group: 'Workspace',
    summary: 'Gives the bytes of a file that was set aside, to be saved and looked at.',
    caller: 'owner',
    answers: { 200: { description: 'The file, as bytes of no type.', body: 'content' } },
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'deleteSetAside',
    method: 'DELETE',
    address: '/app/set-aside/{name}',
    group: 'Workspace',
    summary: 'Deletes something that was set aside, for good.',
    caller: 'owner',
    answers: { 204: { description: 'Deleted.', body: null } },
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'loadSample',
    method: 'POST',
    address: '/app/sample',
    group: 'Workspace',
    summary: 'Puts the sample site into the workspace.',
    caller: 'owner',
    answers: { 201: { description: 'Where it is.', body: transfer } },
    refusals: ['forbidden', 'not-found', 'exists']
  },
  {
    id: 'readTrust',
    method: 'GET',
    address: '/app/trust',
    group: 'Workspace',
    summary: 'Tells whether the workspace is trusted on this computer, and what it sets going then.',
    description:
      'Until its person says so, a workspace that was made elsewhere asks no other host for anything, and syncs, imports and sign-ins answer 403 with the reason `untrusted`.',
    caller: 'owner',
    answers: { 200: { description: 'The state, and what hangs on it.', body: trustInfo } },
    refusals: ['forbidden']
  },
  {
    id: 'listDrafts',
    method: 'GET',
    address: '/app/drafts',
    group: 'Drafts',
    summary: 'Lists the words that the caller’s own windows could not keep themselves.',
    caller: 'token',
    answers: { 200: { description: 'Newest first.', body: keptDraft.array() } },
    refusals: []
  },
  {
    id: 'keepDraft',
    method: 'PUT',
    address: '/app/drafts/{session}',
    group: 'Drafts',
    summary: 'Keeps words that no save has made durable yet, for a window whose own disk takes none.',
    description:
      'On the disk of the workspace; where that takes none either, in memory until the service ends.',
    caller: 'token',
    body: { kind: 'json', schema: keptDraft, required: true },
    answers: { 200: { description: 'Where it lies.', body: draftPlace } },
    refusals: ['bad-request', 'exists']
  },
  {
    id: 'forgetDraft',
    method: 'DELETE',
    address: '/app/drafts/{session}',
    group: 'Drafts',
    summary: 'Forgets a draft of the caller.',
    caller: 'token',
    answers: { 204: { description: 'It is gone.', body: null } },
    refusals: ['not-found']
  },
  {
    id: 'listTokens',
    method: 'GET',
    address: '/app/tokens',
    group: 'Tokens',
    summary: 'Lists the tokens, never their text.',
    caller: 'owner',
    answers: { 200: { description: 'Newest first.', body: tokenInfo.array() } },
    refusals: ['forbidden']
  },
  {
    id: 'createToken',
    method: 'POST',
    address: '/app/tokens',
    group: 'Tokens',
    summary: 'Makes a token; its text is told this once.',
    caller: 'owner',
    body: { kind: 'json', schema: tokenWish, required: true },
    answers: { 201: { description: 'The token.', body: newToken } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  },
  {
    id: 'revokeToken',
    method: 'DELETE',
    address: '/app/tokens/{id}',
    group: 'Tokens',
    summary: 'Revokes a token, from the next request on.',
    caller: 'owner',
    answers: { 204: { description: 'Revoked.', body: null } },
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'listSessions',
    method: 'GET',
    address: '/app/sessions',
    group: 'Sessions',
    summary: 'Lists the browsers that are signed in.',
    caller: 'owner',
    answers: { 200: { description: 'The last used first.', body: session.array() } },
    refusals: ['forbidden']
  },
  {
    id: 'endSessions',
    method: 'DELETE',
    address: '/app/sessions',
    group: 'Sessions',
    summary: 'Ends every session, also the one that asks.',
    caller: 'owner',
    answers: { 204: { description: 'Ended.', body: null } },
    refusals: ['forbidden']
  },
  {
    id: 'endSession',
    method: 'DELETE',
    address: '/app/sessions/{id}',
    group: 'Sessions',
    summary: 'Ends a session, from the next request on; its event streams end too.',
    caller: 'owner',
    answers: { 204: { description: 'Ended.', body: null } },
    refusals: ['forbidden', 'not-found']
  },
  {
    id: 'signOut',
    method: 'DELETE',
    address: '/app/session',
    group: 'Sessions',
    summary: 'Ends the session that asks.',
    description: 'A caller with a token, or a window of the app, has none: `not-found`.',
    caller: 'token',
    answers: { 204: { description: 'Ended; the cookie is taken away.', body: null } },
    refusals: ['not-found']
  },
  {
    id: 'logout',
    method: 'POST',
    address: '/logout',
    group: 'Sessions',
    summary: 'Signs out, as clients ask for it: ends the browser’s session, if there is one. Tokens stay.',
    caller: 'token',
    answers: { 204: { description: 'Signed out; the cookie is taken away.', body: null } },
    refusals: []
  },
  {
    id: 'createSignInLink',
    method: 'POST',
    address: '/app/sign-in-links',
    group: 'Sessions',
    summary: 'Makes a link that signs one browser in, once, within 15 minutes.',
    description:
      'As the person that it names, with what the permissions let that person do, or with `owner: true` as the owner.',
    caller: 'owner',
    body: { kind: 'json', schema: linkWish, required: true },
    answers: { 201: { description: 'The link, told this once.', body: signInLink } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  },
  {
    id: 'revokeAll',
    method: 'POST',
    address: '/app/revoke-all',
    group: 'Sessions',
    summary: 'Revokes every token, ends every session, and takes back every link that was not used.',
    description:
      'Nobody but a window of the app comes in any more, until new ones are made. JWTs are their provider’s.',
    caller: 'owner',
    answers: { 200: { description: 'How many of each.', body: revoked } },
    refusals: ['forbidden']
  },
  {
    id: 'readIdentityProvider',
    method: 'GET',
    address: '/app/identity-provider',
    group: 'Tokens',
    summary: 'Tells whose JWTs are believed.',
    caller: 'owner',
    answers: { 200: { description: 'The provider, or null.', body: identityProvider } },
    refusals: ['forbidden']
  },
  {
    id: 'setIdentityProvider',
    method: 'PUT',
    address: '/app/identity-provider',
    group: 'Tokens',
    summary: 'Sets whose JWTs are believed; null for nobody’s.',
    caller: 'owner',
    body: { kind: 'json', schema: identityProvider, required: true },
    answers: { 200: { description: 'The provider, or null.', body: identityProvider } },
    refusals: ['bad-request', 'forbidden', 'too-large']
  },
  {
    id: 'readSignIn',
    method: 'GET',
    address: signInAddress,
    group: 'Tokens',
    summary: 'Tells where people sign in to get a token: OAuth 2.0 Protected Resource Metadata (RFC 9728).',
    description:
      '`galley_client_id` and `galley_audience` are what a Galley that syncs with this one asks the provider for.',
    caller: 'anybody',
    answers: { 200: { description: 'The provider.', body: signInDocument } },
    refusals: ['not-found']
  },
  {
    id: 'openApi',
    method: 'GET',
    address: '/openapi.json',
    group: 'This document',
    summary: 'This document.',
    caller: 'token',
    answers: { 200: { description: 'OpenAPI 3.1.', body: z.looseObject({ openapi: z.literal('3.1.0') }) } },
    refusals: []
  },
  {
    id: 'openApiPage',
    method: 'GET',
    address: '/openapi.html',
    group: 'This document',
    summary: 'This document as a page to read.',
    caller: 'token',
    answers: { 200: { description: 'HTML.', body: 'html' } },
    refusals: []
  }
] as const satisfies readonly Operation[]

function eventTypes(): string[] {
  return [...new Set(event.options.map(({ shape }) => `\`${shape.type.value}\``))]
}
